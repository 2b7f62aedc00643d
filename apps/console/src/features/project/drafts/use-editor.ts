/** One draft that is being edited, with the compiler beside it. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { Ask, Mark, TableInfo } from "../../../compiler/protocol.ts";
import { localStore } from "../../../lib/local-store.ts";
import { notice } from "../../../lib/notice.tsx";
import { draftsTexts as texts } from "../../../texts/index.ts";
import { type DraftContent, newSteps, sendSteps } from "../api/drafts.ts";
import { compilerBeside } from "./compiler-beside.ts";
import { createDraftStore, type DraftStore, type DraftView } from "./model/draft-store.ts";
import { type MarkSource, MarkStore } from "./model/mark-store.ts";
import { hasSecrets } from "./model/secrets.ts";
import { waitingSteps } from "./model/waiting-steps.ts";
import { useScriptCheck } from "./use-script-check.ts";

export interface Editor {
  store: DraftStore;
  view: DraftView;
  /** Of the tables that a project may have; empty until the compiler is loaded. */
  infos: readonly TableInfo[];
  marks: MarkSource;
  /** The compiler or a part of it could not be loaded, or it ended. */
  failed: boolean;
  /** Loads it once more. */
  again: () => void;
  /** The device did not say whether all scripts can be translated. */
  unchecked: boolean;
  ask: Ask;
  /** Tells the compiler what would be done if the cell that is typed into were left now; nothing: none is. */
  foresee: (ops: readonly DraftOperation[]) => void;
}

interface Compiled {
  infos: readonly TableInfo[];
  /** Of what scripts name. */
  named: readonly Mark[];
  failed: boolean;
}

type Parts = Pick<Editor, "again" | "ask" | "foresee" | "store"> & { marks: MarkStore };

const NOTHING: readonly Mark[] = [];
const NO_SCRIPTS = {};
const EMPTY: DraftDocument = { tables: [], scripts: {} };

/** Undefined until it has begun. */
export function useEditor(content: DraftContent): Editor | undefined {
  const [parts, setParts] = useState<Parts>();
  const [compiled, setCompiled] = useState<Compiled>({
    infos: [],
    named: NOTHING,
    failed: false,
  });
  useEffect(() => {
    const { document = EMPTY, draft, entries } = content;
    let infos: readonly TableInfo[] = [];
    const waiting = waitingSteps(draft.id, {
      storage: localStore,
      isSecret: () => (infos.length === 0 ? undefined : (table, column) => hasSecrets(infos, table, column)),
    });
    const store = createDraftStore(
      { draft, document, entries },
      {
        waiting,
        send: (batch) => sendSteps(draft.id, batch),
        news: (since) => newSteps(draft.id, since),
        onChange: (ops, whole) =>
          compiler.say(ops ? { type: "steps", ops } : { type: "open", document: whole }),
      },
    );
    const marks = new MarkStore();
    const unknown = () => {
      marks.settle(undefined);
      setCompiled((before) => ({ ...before, failed: false }));
    };
    const compiler = compilerBeside({
      whole: () => store.view.state.document,
      onTables(tables) {
        infos = tables;
        setCompiled((before) => ({ ...before, infos: tables }));
        setParts(begun);
      },
      onMarks(said) {
        marks.settle(said, store.view.state.document);
        setCompiled(known);
      },
      onTyped: (said) => marks.type(said),
      onLoading: unknown,
      onScripts: (named) => setCompiled((before) => ({ ...before, named })),
      onFailed() {
        marks.settle(NOTHING);
        setCompiled((before) => ({ ...before, named: NOTHING, failed: true }));
        // Without it there is all but the judgement.
        setParts(begun);
      },
      onUnanswered: () => notice.error(texts.unanswered),
    });
    const begun: Parts = {
      store,
      marks,
      ask: compiler.ask,
      foresee: (ops) => compiler.say({ type: "typed", ops }),
      again() {
        unknown();
        compiler.again();
      },
    };
    return () => {
      store.close();
      compiler.close();
    };
  }, [content]);
  const view = useSyncExternalStore(parts?.store.subscribe ?? noStore, () => parts?.store.view);
  const { failed, infos, named } = compiled;
  const checked = useScriptCheck(view?.state.document.scripts ?? NO_SCRIPTS);
  useEffect(() => parts?.marks.setOfScripts([...checked.marks, ...named]), [parts, checked.marks, named]);
  return parts && view ? { ...parts, view, infos, failed, unchecked: checked.failed } : undefined;
}

/** The same object where nothing failed. */
const known = (before: Compiled): Compiled => (before.failed ? { ...before, failed: false } : before);

const noStore = () => () => undefined;
