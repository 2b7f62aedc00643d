/** What the running project and the draft both changed, to be decided before the draft is published. */
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { SaveButton } from "../../../../components/save-button.tsx";
import { commonTexts, draftsTexts } from "../../../../texts/index.ts";
import { type DraftComparison, mergeDraft } from "../../api/drafts.ts";
import { type Decisions, decide, decideAll, progress, UNDECIDED } from "../model/conflicts.ts";
import { Conflict } from "./conflict.tsx";
import editor from "./editor.module.css";
import classes from "./merge.module.css";
import { labelOf } from "./table-tabs.tsx";

const texts = draftsTexts.merging;
const SCRIPTS = "lua";

interface MergePanelProps {
  id: string;
  found: DraftComparison;
  infos: readonly TableInfo[];
  onDone: () => void;
  /** Something stands in the way, e.g. the draft went on meanwhile. */
  onFailed: (error: unknown) => void;
  /** Publish without the changes of others. */
  onReplace: () => void;
  onClose: () => void;
}

export function MergePanel({ found, id, infos, onClose, onDone, onFailed, onReplace }: MergePanelProps) {
  const { base, conflicts, more, running, seq } = found;
  const known = base === "known";
  const [decisions, setDecisions] = useState<Decisions>(UNDECIDED);
  const [busy, setBusy] = useState(false);
  const { all, decided } = progress(found, decisions);
  async function merge(): Promise<void> {
    setBusy(true);
    const { of, rest } = decisions;
    try {
      await mergeDraft(id, { seq, running, decisions: of, ...(rest ? { rest } : {}) });
      onDone();
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <p>{texts.intro(running)}</p>
      {known ? null : (
        <Alert color="orange" variant="light">
          {texts.unknown}
        </Alert>
      )}
      <TakenRows found={found} infos={infos} />
      {all === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <section className={classes["list"]} aria-labelledby="conflicts">
          <h3 id="conflicts">{texts.conflicts(all)}</h3>
          <div className={editor["bar"]}>
            <Button size="xs" variant="default" onClick={() => setDecisions(decideAll(found, "mine"))}>
              {texts.allMine}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDecisions(decideAll(found, "theirs"))}>
              {texts.allTheirs}
            </Button>
            <span className={editor["gap"]} />
            <output className={editor["state"]}>{texts.decided(decided, all)}</output>
          </div>
          {conflicts.map((conflict) => (
            <Conflict
              key={conflict.id}
              conflict={conflict}
              table={labelOf(conflict.table, infos)}
              known={known}
              side={decisions.of[conflict.id]}
              onDecide={(side) => setDecisions((before) => decide(before, conflict.id, side))}
            />
          ))}
          {more > 0 ? <p className={editor["state"]}>{texts.more(more)}</p> : null}
        </section>
      )}
      <div className={editor["bar"]}>
        <Button variant="subtle" onClick={onReplace} disabled={busy}>
          {texts.replace}
        </Button>
        <span className={editor["gap"]} />
        <Button variant="default" onClick={onClose} disabled={busy}>
          {commonTexts.action.cancel}
        </Button>
        <SaveButton type="button" busy={busy} off={decided < all} onClick={() => void merge()}>
          {texts.confirm}
        </SaveButton>
      </div>
    </>
  );
}

function TakenRows({ found: { taken }, infos }: { found: DraftComparison; infos: readonly TableInfo[] }) {
  if (taken.length === 0) return null;
  return (
    <section aria-labelledby="taken">
      <h3 id="taken">{texts.taken}</h3>
      <ul className={classes["taken"]}>
        {taken.map(({ added, changed, gone, table }) => (
          <li key={table}>
            {table === SCRIPTS ? texts.scripts : labelOf(table, infos)}:{" "}
            {texts.takenRows(added, changed, gone, table === SCRIPTS ? "scripts" : "rows")}
          </li>
        ))}
      </ul>
    </section>
  );
}
