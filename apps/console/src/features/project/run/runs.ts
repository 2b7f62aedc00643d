/** The check and the upload of this page. */
import { queryClient } from "../../../api/query-client.ts";
import { projectKeys } from "../../../api/query-keys.ts";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { sendProject } from "../api/run-project.ts";
import { errorTraces, isLicensed, podTraces } from "../api/runtime.ts";
import { createRun, type Run, type RunParts } from "./run-store.ts";
import { correctRuntime, type Runtime, type WatchParts, watchRuntime } from "./watch-runtime.ts";

const texts = projectTexts.run.notice;
/** One notice for the wait and for what came of it. */
const NOTICE = "project-run";

const watch: WatchParts = {
  licensed: isLicensed,
  pods: podTraces,
  errors: errorTraces,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  pleaseWait: () => notice.info(texts.wait, { id: NOTICE }),
};

const parts: RunParts = {
  send: sendProject,
  runtime: () => watchRuntime(watch),
  correct: (first, wanted, changed) => correctRuntime(watch, first, wanted, changed),
  applied: () => {
    for (const queryKey of projectKeys) {
      void queryClient.invalidateQueries({ queryKey });
    }
  },
  report,
};

function report(runtime: Runtime): void {
  if (runtime.kind === "finished") notice.info(texts.finished, { id: NOTICE });
  else if (runtime.kind === "invalid_pod") notice.warning(texts.invalidPod, { id: NOTICE });
  else if (runtime.kind === "errors") notice.warning(texts.errors, { id: NOTICE });
}

export const runs: Readonly<Record<Run["mode"], Run>> = {
  check: createRun("check", parts),
  upload: createRun("upload", parts),
};
