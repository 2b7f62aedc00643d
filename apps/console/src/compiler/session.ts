/**
 * The compiler beside the editor: holds the draft, takes what is done to it, and answers with what is wrong. While it compiles,
 * newer steps are collected; only the newest draft is compiled next.
 *
 *     const take = createSession((message) => postMessage(message));
 *     take({ type: "open", document });
 *     take({ type: "steps", ops });
 */
import type { DraftDocument } from "@hubwart/contract";
import { DraftFault, PlainTables, placeOfCell, tablesOfDraft } from "@hubwart/draft";
import { knownTypes, loadPodSchema } from "@hubwart/pods/schema-loaders";
import {
  createJudge,
  type LocatedError,
  loadVocabulary,
  locate,
  type TableInput,
  type Vocabulary,
} from "@hubwart/project/tables";
import { Ahead, type Foreseen } from "./ahead.ts";
import { answerOf } from "./answer.ts";
import type { FromCompiler, Mark, Question, Questions, ToCompiler } from "./protocol.ts";
import { tableInfos } from "./table-infos.ts";

/** Stands for a password that only the device knows. */
const SECRET = "geheim";
/** ms. What is shown while something loads is not what is so for longer than this. */
const LOADING_SAID_AFTER = 100;
/** ms. A draft that takes longer is compiled ahead when nothing was typed for as long: whoever presses Enter waits for what is under way. */
const AHEAD_AT_ONCE = 60;

interface SessionParts {
  breath?: () => Promise<void>;
  rest?: typeof wait;
  /** Of the schema of a type of pods. */
  load?: (type: string) => ReturnType<typeof loadPodSchema>;
}

export function createSession(
  post: (message: FromCompiler) => void,
  { breath = macrotask, load = loadPodSchema, rest = wait }: SessionParts = {},
): (message: ToCompiler) => Promise<void> {
  let document: DraftDocument | undefined;
  // Lua is WebAssembly, which the page's policy does not allow: the device is asked whether a script compiles.
  const judge = createJudge({ loadLua: async () => async () => undefined });
  const plain = new PlainTables();
  const ahead = new Ahead();
  /** Drafts and steps that came. */
  let turn = 0;
  /** ms that it took last. */
  let took = 0;
  let stale = false;
  /** Ends a wait for the end of typing. */
  let wake: () => void = () => undefined;
  /** The last warnings of scripts are still shown. */
  let warned = false;
  let running: Promise<void> | undefined;
  let vocabulary: Vocabulary | undefined;
  let names: typeof import("./unknown-names.ts") | undefined;

  /** With what these tables need; the page is told of columns that are new to it. */
  async function knowing(tables: readonly TableInput[]): Promise<Vocabulary> {
    for (;;) {
      const before = vocabulary;
      const after = await loadVocabulary(tables, { ...knownTypes, load }, before);
      // A question and the draft may have waited side by side.
      if (vocabulary !== before) continue;
      if (after !== before) post({ type: "tables", tables: tableInfos(after) });
      vocabulary = after;
      return after;
    }
  }

  async function marksIn(now: DraftDocument): Promise<readonly Mark[]> {
    const began = performance.now();
    const { tables, scripts } = tablesOfDraft(now, () => SECRET, plain);
    const known = await knowing(tables);
    if (Object.keys(scripts).length > 0) names ??= await import("./unknown-names.ts");
    const errors = await judge({ tables, scripts }, known);
    const marks = locate(errors, { tables }, known).map((one) => markOf(now, one));
    took = performance.now() - began;
    return marks;
  }

  async function compile(): Promise<void> {
    for (;;) {
      const known = stale && document ? ahead.marksOf(document) : undefined;
      // What came meanwhile is taken first.
      if (!known) await breath();
      if (!stale || !document) {
        const { next } = ahead;
        if (!next) return;
        if (took > AHEAD_AT_ONCE) await rest(took, (now) => (wake = now));
        if (!stale && ahead.next === next) await compileAhead(next);
        continue;
      }
      stale = false;
      const now = document;
      const slow = setTimeout(() => post({ type: "loading" }), LOADING_SAID_AFTER);
      try {
        const marks = known ?? (await marksIn(now));
        clearTimeout(slow);
        if (!stale) post({ type: "compiled", marks, turn });
        await warn(now);
      } catch {
        post({ type: "failed" });
      } finally {
        clearTimeout(slow);
      }
    }
  }

  async function compileAhead(next: Foreseen): Promise<void> {
    const of = turn;
    // What cannot be loaded is said when the draft needs it.
    const marks = await marksIn(next.document).catch(() => undefined);
    ahead.know(next, marks);
    if (marks && of === turn) post({ type: "foreseen", marks, turn, ops: next.ops });
  }

  /** Of what scripts name, where nothing newer waits to be compiled. */
  async function warn(now: DraftDocument): Promise<void> {
    if (stale || (Object.keys(now.scripts).length === 0 && !warned)) return;
    await breath();
    if (stale) return;
    const marks = names?.strangers(now) ?? [];
    warned = marks.length > 0;
    post({ type: "scripts", marks });
  }

  /** The type of a pod is on its way while its name is still being typed, so that its columns are there when that is done. */
  function foresee({ tables }: DraftDocument, { about, kind }: Question): void {
    if (kind !== "suggest" || tables.find(({ id }) => id === about.table)?.name !== "pods") return;
    const type = knownTypes.types.find((one) => about.text.startsWith(`${one}.`));
    // What is missing is said when the draft needs it.
    if (type) void knowing([{ name: type, rows: [] }]).catch(() => undefined);
  }

  async function answerTo(
    now: DraftDocument,
    question: Question,
  ): Promise<Questions[keyof Questions]["answer"]> {
    if (question.kind !== "table") return await answerOf(now, question);
    return tableInfos(await knowing([{ name: question.about.name, rows: [] }]));
  }

  return async (message) => {
    if (message.type === "ask") {
      if (!document) return;
      const { id } = message;
      foresee(document, message.question);
      try {
        post({ type: "answer", id, answer: await answerTo(document, message.question) });
      } catch {
        post({ type: "failed", id });
      }
      return;
    }
    if (message.type !== "typed") turn += 1;
    if (message.type === "open") document = message.document;
    else if (document && message.type === "typed") ahead.typed(document, message.ops);
    else if (document && message.type === "steps") {
      try {
        document = ahead.take(document, message.ops);
      } catch (error) {
        if (!(error instanceof DraftFault)) throw error;
        post({ type: "astray" });
        return;
      }
    }
    stale ||= message.type !== "typed";
    wake();
    running ??= compile().finally(() => {
      running = undefined;
    });
    await running;
  };
}

function markOf(document: DraftDocument, { error, ...at }: LocatedError): Mark {
  const [script = "", table = "", line = ""] = error.Ref.split("|");
  const ofScript = table === "" && Object.hasOwn(document.scripts, script);
  return {
    level: error.Level,
    code: error.ErrCode,
    text: error.ErrText,
    hint: error.Hint,
    about: error.Channel || error.Ref.split("|")[0] || "",
    ...placeOfCell(document, at),
    ...(ofScript ? { script, ...(line === "" ? {} : { line: Number(line) }) } : {}),
  };
}

const macrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** @param wakes is handed what ends it early */
const wait = (ms: number, wakes: (now: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wakes(() => {
      clearTimeout(timer);
      resolve();
    });
  });
