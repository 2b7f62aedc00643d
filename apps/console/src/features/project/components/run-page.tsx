/** The page that checks a project, and the one that also uploads it. */
import { useEffect, useRef, useState } from "react";
import { PageFrame } from "../../../components/page-frame.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { handOver } from "../run/hand-over.ts";
import { isFinal, type RunMode } from "../run/run-state.ts";
import { type Run, useRun } from "../run/run-store.ts";
import { runs } from "../run/runs.ts";
import { CurrentProject } from "./current-project.tsx";
import { RunFailed } from "./run-failed.tsx";
import { RunForm } from "./run-form.tsx";
import classes from "./run-page.module.css";
import { RunProgress } from "./run-progress.tsx";
import { RunResult } from "./run-result.tsx";
import { TemplateBox } from "./template-box.tsx";
import { type RunForm as Form, useRunForm } from "./use-run-form.ts";

export function RunPage({ mode }: { mode: RunMode }) {
  const run = runs[mode];
  const state = useRun(run);
  const [given] = useState(() => (mode === "upload" ? handOver.file : undefined));
  useEffect(() => handOver.clear(), []);
  const form = useRunForm(given);
  usePhases(run, form);

  return (
    <PageFrame title={projectTexts.run[mode].title}>
      {state.phase === "idle" ? (
        <div className={classes["columns"]}>
          <RunForm run={run} form={form} />
          <div className={classes["aside"]}>
            <CurrentProject />
            <TemplateBox />
          </div>
        </div>
      ) : null}
      {state.phase === "uploading" ? <RunProgress run={run} state={state} /> : null}
      {state.phase === "failed" ? <RunFailed run={run} state={state} /> : null}
      {state.phase === "done" ? <RunResult run={run} state={state} /> : null}
    </PageFrame>
  );
}

/**
 * What was chosen outlives a run that had no answer. A result that has been seen does not outlive the page; one that
 * came while nobody was there is shown on return.
 */
function usePhases(run: Run, { clear, input }: Form): void {
  const { phase } = useRun(run);
  const previous = useRef(phase);
  useEffect(() => {
    const before = previous.current;
    previous.current = phase;
    if (phase === "done") clear();
    if (phase === "idle" && before !== "idle") input.current?.focus();
  }, [phase, clear, input]);
  useEffect(
    () => () => {
      if (isFinal(run.state)) run.reset();
    },
    [run],
  );
}
