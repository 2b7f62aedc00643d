/** The compiler in its web worker, which holds the draft too. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { ofOneCell } from "@hubwart/draft";
import { flushSync } from "react-dom";
import type { Ask, FromCompiler, Mark, Question, TableInfo, ToCompiler } from "../../../compiler/protocol.ts";

interface Listeners {
  /** The draft as it is, for a worker that begins. */
  whole: () => DraftDocument;
  onTables: (tables: readonly TableInfo[]) => void;
  onMarks: (marks: readonly Mark[]) => void;
  /** Of the draft with what is typed at the moment; undefined: nothing is. */
  onTyped: (marks: readonly Mark[] | undefined) => void;
  onScripts: (marks: readonly Mark[]) => void;
  /** What was said of the draft does not count any more, and nothing else is known yet. */
  onLoading: () => void;
  /** The compiler or a part of it could not be loaded, or it ended. */
  onFailed: () => void;
  /** A question has no answer for the same reason. */
  onUnanswered: () => void;
}

export interface CompilerBeside {
  say: (message: ToCompiler) => void;
  /** Stays without an answer where there is none. */
  ask: Ask;
  /** Another worker: within one, a file that could not be loaded once may stay away. */
  again: () => void;
  close: () => void;
}

export function compilerBeside(listeners: Listeners): CompilerBeside {
  const asked = new Map<number, (answer: never) => void>();
  let questions = 0;
  /** Drafts and steps that the worker was told. */
  let turn = 0;
  /** What was said of the draft after that many. */
  let said = 0;
  let foreseen: Extract<FromCompiler, { type: "foreseen" }> | undefined;
  /** What would be done if the cell that is typed into were left now. */
  let typed: string | undefined;
  let worker = begin();

  function begin(): Worker {
    [turn, said, foreseen, typed] = [1, 0, undefined, undefined];
    const begun = new Worker(new URL("../../../compiler/worker.ts", import.meta.url), { type: "module" });
    // Drawn with the next frame: a task of React's own would come after that.
    begun.addEventListener("message", ({ data }: MessageEvent<FromCompiler>) => flushSync(() => hear(data)));
    begun.addEventListener("error", listeners.onFailed);
    begun.postMessage({ type: "open", document: listeners.whole() } satisfies ToCompiler);
    return begun;
  }

  function hear(message: FromCompiler): void {
    if (message.type === "tables") listeners.onTables(message.tables);
    else if (message.type === "foreseen") foresaw(message);
    else if (message.type === "compiled") judged(message);
    else if (message.type === "scripts") listeners.onScripts(message.marks);
    else if (message.type === "loading") listeners.onLoading();
    else if (message.type === "astray") say({ type: "open", document: listeners.whole() });
    else if (message.type === "answer") {
      asked.get(message.id)?.(message.answer as never);
      asked.delete(message.id);
    } else if (message.id === undefined) listeners.onFailed();
    else {
      asked.delete(message.id);
      listeners.onUnanswered();
    }
  }

  function foresaw(message: NonNullable<typeof foreseen>): void {
    foreseen = message;
    if (message.turn === turn && message.ops === typed) listeners.onTyped(message.marks);
  }

  function judged({ marks, turn: of }: { marks: readonly Mark[]; turn: number }): void {
    if (of <= said) return;
    said = of;
    listeners.onMarks(marks);
    if (typed === undefined) listeners.onTyped(undefined);
  }

  function typing(ops: readonly DraftOperation[]): void {
    typed = ofOneCell(ops);
    // What was done with it is judged in a moment: until then what was said of it stays.
    if (typed === undefined && said === turn) listeners.onTyped(undefined);
  }

  function say(message: ToCompiler): void {
    worker.postMessage(message);
    if (message.type === "typed") typing(message.ops);
    if (message.type !== "open" && message.type !== "steps") return;
    const known = foreseen?.turn === turn ? foreseen : undefined;
    foreseen = undefined;
    turn += 1;
    // With the value itself, not a frame later.
    if (known && message.type === "steps" && known.ops === ofOneCell(message.ops)) judged({ ...known, turn });
  }

  return {
    say,
    ask: (kind, about) =>
      new Promise((resolve) => {
        questions += 1;
        asked.set(questions, resolve);
        say({ type: "ask", id: questions, question: { kind, about } as Question });
      }),
    again() {
      worker.terminate();
      worker = begin();
    },
    close: () => worker.terminate(),
  };
}
