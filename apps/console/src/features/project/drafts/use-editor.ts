/** One draft that is being edited, with the compiler beside it. */
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Ask, FromCompiler, Mark, Question, TableInfo, ToCompiler } from "../../../compiler/protocol.ts";
import { localStore } from "../../../lib/local-store.ts";
import { type DraftContent, newSteps, sendSteps } from "../api/drafts.ts";
import { createDraftStore, type DraftStore, type DraftView } from "./model/draft-store.ts";
import { type Marks, marksOf } from "./model/marks.ts";
import { waitingSteps } from "./model/waiting-steps.ts";
import { useScriptCheck } from "./use-script-check.ts";

export interface Editor {
  store: DraftStore;
  view: DraftView;
  /** Of the tables that a project may have; empty until the compiler is loaded. */
  infos: readonly TableInfo[];
  /** Undefined until the draft was compiled once. */
  marks: Marks | undefined;
  /** The compiler could not be loaded, or ended. */
  failed: boolean;
  /** The device did not say whether all scripts can be translated. */
  unchecked: boolean;
  ask: Ask;
}

interface Compiled {
  infos: readonly TableInfo[];
  marks: readonly Mark[] | undefined;
  /** Of what scripts name. */
  named: readonly Mark[];
  failed: boolean;
}

interface Parts {
  store: DraftStore;
  ask: Ask;
}

const NOTHING: readonly Mark[] = [];
const NO_SCRIPTS = {};

/** Undefined until it has begun. */
export function useEditor(content: DraftContent): Editor | undefined {
  const [parts, setParts] = useState<Parts>();
  const [compiled, setCompiled] = useState<Compiled>({
    infos: [],
    marks: undefined,
    named: NOTHING,
    failed: false,
  });
  useEffect(() => {
    const { document = { tables: [], scripts: {} }, draft, entries } = content;
    const worker = new Worker(new URL("../../../compiler/worker.ts", import.meta.url), { type: "module" });
    const say = (message: ToCompiler) => worker.postMessage(message);
    const asked = new Map<number, (answer: never) => void>();
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
        onChange: (ops, whole) => say(ops ? { type: "steps", ops } : { type: "open", document: whole }),
      },
    );
    let questions = 0;
    const begun: Parts = {
      store,
      ask: (kind, about) =>
        new Promise((resolve) => {
          questions += 1;
          asked.set(questions, resolve);
          say({ type: "ask", id: questions, question: { kind, about } as Question });
        }),
    };
    worker.addEventListener("message", ({ data }: MessageEvent<FromCompiler>) => {
      if (data.type === "tables") {
        infos = data.tables;
        setCompiled((before) => ({ ...before, infos: data.tables }));
        setParts(begun);
      } else if (data.type === "compiled")
        setCompiled((before) => ({ ...before, marks: data.marks, failed: false }));
      else if (data.type === "scripts") setCompiled((before) => ({ ...before, named: data.marks }));
      else if (data.type === "astray") say({ type: "open", document: store.view.state.document });
      else {
        asked.get(data.id)?.(data.answer as never);
        asked.delete(data.id);
      }
    });
    worker.addEventListener("error", () => {
      setCompiled((before) => ({ ...before, marks: NOTHING, failed: true }));
      // Without it there is all but the judgement.
      setParts(begun);
    });
    say({ type: "open", document: store.view.state.document });
    return () => {
      store.close();
      worker.terminate();
    };
  }, [content]);
  const view = useSyncExternalStore(parts?.store.subscribe ?? noStore, () => parts?.store.view);
  const { failed, infos, marks: own, named } = compiled;
  const checked = useScriptCheck(view?.state.document.scripts ?? NO_SCRIPTS);
  const marks = useMemo(
    () => own && marksOf([...own, ...checked.marks, ...named]),
    [own, checked.marks, named],
  );
  return parts && view ? { ...parts, view, infos, marks, failed, unchecked: checked.failed } : undefined;
}

function hasSecrets(infos: readonly TableInfo[], table: string, column: string): boolean {
  const found = infos.find(({ name }) => name === table)?.columns.find(({ name }) => name === column);
  return found !== undefined && [found, ...Object.values(found.byKind ?? {})].some(({ secret }) => secret);
}

const noStore = () => () => undefined;
