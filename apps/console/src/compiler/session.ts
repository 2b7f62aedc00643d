/**
 * The compiler beside the editor: holds the draft, takes what is done to it, and answers with what is wrong. While it compiles,
 * newer steps are collected; only the newest draft is compiled next.
 *
 *     const take = createSession((message) => postMessage(message));
 *     take({ type: "open", document });
 *     take({ type: "steps", ops });
 */
import type { DraftDocument } from "@hubwart/contract";
import { applyStep, DraftFault, type PlainRows, placeOfCell, tablesOfDraft } from "@hubwart/draft";
import { podSchemas } from "@hubwart/pods/schemas";
import {
  type CompileOptions,
  createJudge,
  type LocatedError,
  locate,
  unknownNames,
} from "@hubwart/project/tables";
import { answerOf } from "./answer.ts";
import type { FromCompiler, Mark, ToCompiler } from "./protocol.ts";
import { alarmIds, namesOf } from "./suggest.ts";
import { tableInfos } from "./table-infos.ts";

/** No error of the compiler: the script starts all the same. */
const UNKNOWN_NAME = 0;
/** Stands for a password that only the device knows. */
const SECRET = "geheim";

const OPTIONS: CompileOptions = {
  schemas: podSchemas,
  // Lua is WebAssembly, which the page's policy does not allow: the device is asked whether a script compiles.
  loadLua: async () => async () => undefined,
};

export function createSession(
  post: (message: FromCompiler) => void,
  breath: () => Promise<void> = macrotask,
): (message: ToCompiler) => Promise<void> {
  let document: DraftDocument | undefined;
  const judge = createJudge(OPTIONS);
  const rows: PlainRows = new WeakMap();
  let stale = false;
  /** The last warnings of scripts are still shown. */
  let warned = false;
  let running: Promise<void> | undefined;
  post({ type: "tables", tables: tableInfos() });

  async function compile(): Promise<void> {
    while (stale && document) {
      // What came meanwhile is taken first.
      await breath();
      stale = false;
      const now = document;
      const { tables, scripts } = tablesOfDraft(now, () => SECRET, rows);
      const errors = await judge({ tables, scripts });
      if (!stale)
        post({
          type: "compiled",
          marks: locate(errors, { tables }, podSchemas).map((one) => markOf(now, one)),
        });
      await warn(now);
    }
  }

  /** Of what scripts name, where nothing newer waits to be compiled. */
  async function warn(now: DraftDocument): Promise<void> {
    if (stale || (Object.keys(now.scripts).length === 0 && !warned)) return;
    await breath();
    if (stale) return;
    const marks = strangers(now);
    warned = marks.length > 0;
    post({ type: "scripts", marks });
  }

  return async (message) => {
    if (message.type === "ask") {
      if (document) post({ type: "answer", id: message.id, answer: answerOf(document, message.question) });
      return;
    }
    if (message.type === "open") document = message.document;
    else if (document) {
      try {
        document = applyStep(document, message.ops).document;
      } catch (error) {
        if (!(error instanceof DraftFault)) throw error;
        post({ type: "astray" });
        return;
      }
    }
    stale = true;
    running ??= compile().finally(() => {
      running = undefined;
    });
    await running;
  };
}

function strangers(document: DraftDocument): Mark[] {
  const named = { channels: new Set(namesOf(document)), ...alarmIds(document) };
  return Object.entries(document.scripts).flatMap(([script, source]) =>
    unknownNames(source, named).map(
      ({ line, text }): Mark => ({
        level: "warning",
        code: UNKNOWN_NAME,
        text,
        hint: "",
        about: script,
        script,
        line,
      }),
    ),
  );
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
