/** One draft that is being edited, with the compiler beside it. */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { replaceEqualDeep } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Ask, Mark, TableInfo } from "../../../compiler/protocol.ts";
import { localStore } from "../../../lib/local-store.ts";
import { notice } from "../../../lib/notice.tsx";
import { draftsTexts as texts } from "../../../texts/index.ts";
import { type DraftContent, newSteps, sendSteps } from "../api/drafts.ts";
import { compilerBeside } from "./compiler-beside.ts";
import { createDraftStore, type DraftStore, type DraftView } from "./model/draft-store.ts";
import { type Marks, marksOf } from "./model/marks.ts";
import { hasSecrets } from "./model/secrets.ts";
import { waitingSteps } from "./model/waiting-steps.ts";
import { useScriptCheck } from "./use-script-check.ts";

export interface Editor {
  store: DraftStore;
  view: DraftView;
  /** Of the tables that a project may have; empty until the compiler is loaded. */
  infos: readonly TableInfo[];
  /** Of the draft with what is typed into a cell at the moment. Undefined until it was compiled once. */
  marks: Marks | undefined;
  /** Of the draft as it is. */
  settled: Marks | undefined;
  /** The draft when they were said. */
  judged: DraftDocument;
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
  marks: readonly Mark[] | undefined;
  /** With what is typed at the moment, where something is. */
  typed: readonly Mark[] | undefined;
  judged: DraftDocument;
  /** Of what scripts name. */
  named: readonly Mark[];
  failed: boolean;
}

type Parts = Pick<Editor, "again" | "ask" | "foresee" | "store">;

const NOTHING: readonly Mark[] = [];
const NO_SCRIPTS = {};
const EMPTY: DraftDocument = { tables: [], scripts: {} };

/** Undefined until it has begun. */
export function useEditor(content: DraftContent): Editor | undefined {
  const [parts, setParts] = useState<Parts>();
  const [compiled, setCompiled] = useState<Compiled>({
    infos: [],
    marks: undefined,
    typed: undefined,
    judged: EMPTY,
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
    const compiler = compilerBeside({
      whole: () => store.view.state.document,
      onTables(tables) {
        infos = tables;
        setCompiled((before) => ({ ...before, infos: tables }));
        setParts(begun);
      },
      onMarks(marks) {
        const { document: judged } = store.view.state;
        setCompiled((before) => ({ ...before, marks: asShown(before, marks), judged, failed: false }));
      },
      onTyped: (marks) =>
        setCompiled((before) => {
          const typed = marks && asShown(before, marks);
          return typed === before.typed ? before : { ...before, typed };
        }),
      onLoading: () =>
        setCompiled((before) => ({ ...before, marks: undefined, typed: undefined, failed: false })),
      onScripts: (marks) => setCompiled((before) => ({ ...before, named: marks })),
      onFailed() {
        setCompiled((before) => ({
          ...before,
          marks: NOTHING,
          typed: undefined,
          named: NOTHING,
          failed: true,
        }));
        // Without it there is all but the judgement.
        setParts(begun);
      },
      onUnanswered: () => notice.error(texts.unanswered),
    });
    const begun: Parts = {
      store,
      ask: compiler.ask,
      foresee: (ops) => compiler.say({ type: "typed", ops }),
      again() {
        setCompiled((before) => ({ ...before, marks: undefined, typed: undefined, failed: false }));
        compiler.again();
      },
    };
    return () => {
      store.close();
      compiler.close();
    };
  }, [content]);
  const view = useSyncExternalStore(parts?.store.subscribe ?? noStore, () => parts?.store.view);
  const { failed, infos, judged, marks: own, named, typed = own } = compiled;
  const checked = useScriptCheck(view?.state.document.scripts ?? NO_SCRIPTS);
  const ofScripts = useMemo(() => [...checked.marks, ...named], [checked.marks, named]);
  const settled = useMemo(() => own && marksOf([...own, ...ofScripts]), [own, ofScripts]);
  const marks = useMemo(
    () => (typed === own ? settled : typed && marksOf([...typed, ...ofScripts])),
    [typed, own, settled, ofScripts],
  );
  return parts && view
    ? { ...parts, view, infos, marks, settled, judged, failed, unchecked: checked.failed }
    : undefined;
}

/** The very marks on the screen where they say the same, so that nothing is drawn again. */
const asShown = ({ marks, typed = marks }: Compiled, now: readonly Mark[]): readonly Mark[] =>
  replaceEqualDeep(typed, now);

const noStore = () => () => undefined;
