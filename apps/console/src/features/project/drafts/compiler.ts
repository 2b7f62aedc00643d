/** The compiler in its worker, beside an open draft. `close` ends it. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import type { FromCompiler, Mark, TableInfo, ToCompiler } from "../../../compiler/protocol.ts";

export interface Compiler {
  take: (ops: readonly DraftOperation[] | undefined, document: DraftDocument) => void;
  close: () => void;
}

export interface CompilerEvents {
  tables: (tables: readonly TableInfo[]) => void;
  marks: (marks: readonly Mark[]) => void;
  /** It could not be loaded, or broke. */
  failed: () => void;
}

export function startCompiler(document: DraftDocument, events: CompilerEvents): Compiler {
  const worker = new Worker(new URL("../../../compiler/worker.ts", import.meta.url), { type: "module" });
  const say = (message: ToCompiler): void => worker.postMessage(message);
  let now = document;
  worker.addEventListener("message", ({ data }: MessageEvent<FromCompiler>) => {
    if (data.type === "tables") events.tables(data.tables);
    else if (data.type === "compiled") events.marks(data.marks);
    else if (data.type === "astray") say({ type: "open", document: now });
  });
  worker.addEventListener("error", events.failed);
  say({ type: "open", document });
  return {
    take(ops, next) {
      now = next;
      say(ops ? { type: "steps", ops } : { type: "open", document: next });
    },
    close: () => worker.terminate(),
  };
}
