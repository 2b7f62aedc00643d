/**
 * The compiler beside the editor: holds the draft, takes what is done to it, and answers with what is wrong. While it compiles,
 * newer steps are collected; only the newest draft is compiled next.
 *
 *     const take = createSession((message) => postMessage(message));
 *     take({ type: "open", document });
 *     take({ type: "steps", ops });
 */
import type { DraftDocument } from "@hubwart/contract";
import { applyStep, DraftFault, placeOfCell, tablesOfDraft } from "@hubwart/draft";
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompileOptions, compileTables, type LocatedError, locate } from "@hubwart/project/tables";
import { answerOf } from "./answer.ts";
import type { FromCompiler, Mark, ToCompiler } from "./protocol.ts";
import { tableInfos } from "./table-infos.ts";

/** Stands for a password that only the device knows. */
const SECRET = "geheim";

const OPTIONS: CompileOptions = {
  schemas: podSchemas,
  // Lua is WebAssembly, which the page's policy does not allow: scripts are judged by the device, before they are published.
  loadLua: async () => async () => undefined,
};

export function createSession(
  post: (message: FromCompiler) => void,
  breath: () => Promise<void> = macrotask,
): (message: ToCompiler) => Promise<void> {
  let document: DraftDocument | undefined;
  let stale = false;
  let running: Promise<void> | undefined;
  post({ type: "tables", tables: tableInfos() });

  async function compile(): Promise<void> {
    while (stale && document) {
      // What came meanwhile is taken first.
      await breath();
      stale = false;
      const now = document;
      const { tables, scripts } = tablesOfDraft(now, () => SECRET);
      const { errors, hash } = await compileTables({ tables, scripts }, OPTIONS);
      if (!stale)
        post({
          type: "compiled",
          marks: locate(errors, { tables }, podSchemas).map((one) => markOf(now, one)),
          hash,
        });
    }
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

function markOf(document: DraftDocument, { error, ...at }: LocatedError): Mark {
  return {
    level: error.Level,
    code: error.ErrCode,
    text: error.ErrText,
    hint: error.Hint,
    about: error.Channel || error.Ref.split("|")[0] || "",
    ...placeOfCell(document, at),
  };
}

const macrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
