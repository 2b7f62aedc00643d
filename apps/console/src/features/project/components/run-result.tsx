/** What came out of a run: summary, pods as they connect, the compiler's list, the hub's messages, what differs. */

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { type ChangeRow, changeRows } from "../../../components/project-changes/changes.ts";
import { ChangesTable } from "../../../components/project-changes/changes-table.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { changesQuery, currentOf, useVersions } from "../api/versions.ts";
import { useFixInDraft } from "../run/fix-in-draft.ts";
import type { DoneState } from "../run/run-state.ts";
import type { Run } from "../run/run-store.ts";
import type { Runtime, RuntimeMessage } from "../run/watch-runtime.ts";
import { ErrorTable } from "./error-table.tsx";
import { MessageTable } from "./message-table.tsx";
import { PodTicks } from "./pod-ticks.tsx";
import { Summary } from "./summary.tsx";

export function RunResult({ run, state }: { run: Run; state: DoneState }) {
  const changes = useRunChanges(state);
  const messages = messagesOf(state.runtime);
  const fix = useFixInDraft(run.file);
  return (
    <>
      <Summary run={run} state={state} changes={changes} />
      {state.runtime && state.runtime.kind !== "unlicensed" ? <PodTicks /> : null}
      <ErrorTable errors={state.outcome.answer.errors} onFix={fix} />
      {messages ? <MessageTable messages={messages} /> : null}
      {changes ? (
        <InfoBox title={projectTexts.changes.title} flush>
          <ChangesTable rows={changes} />
        </InfoBox>
      ) : null}
    </>
  );
}

/** None while the hub has not been asked yet, or did not answer. */
function messagesOf(runtime: Runtime | undefined): readonly RuntimeMessage[] | undefined {
  if (runtime?.kind === "errors") return runtime.messages;
  return runtime?.kind === "finished" || runtime?.kind === "invalid_pod" ? [] : undefined;
}

/** From the answer; for the first project, which has nothing to be compared with, from its version. */
function useRunChanges({ outcome }: DoneState): ChangeRow[] | undefined {
  const { changes, links, new_hash } = outcome.answer;
  const isNew = outcome.kind === "applied" || outcome.kind === "unchanged";
  const current = currentOf(useVersions().data?.versions);
  const version = isNew && changes === undefined && current?.hash === new_hash ? current.version : "";
  const loaded = useQuery({ ...changesQuery(version), enabled: version !== "" }).data;
  const own = changes !== undefined && outcome.kind !== "identical";
  return useMemo(() => {
    if (own) return changeRows({ changes, links: links ?? [] });
    return loaded && changeRows(loaded);
  }, [own, changes, links, loaded]);
}
