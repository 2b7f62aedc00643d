/** Activating the scripts: one file takes the place of another, then the hub restarts. Until then nothing has changed. */
import { CODES } from "@hubwart/contract";
import { RESTART_REASONS } from "@hubwart/ipc";
import type { ScriptProblem, ScriptStore } from "@hubwart/lua";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import { hubRestart } from "../../launcher-link.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import type { ScriptsService } from "./service.ts";
import { texts } from "./texts.ts";

const data = z.object({
  /** Checked, and different from what runs. */
  go: z.optional(z.boolean()),
});
type Data = z.output<typeof data>;

export interface ActivateLive {
  restart: boolean;
  problems: Record<string, ScriptProblem>;
}

export function defineActivate(
  app: Pick<AppContext, "jobs" | "launcher" | "log">,
  service: ScriptsService,
  store: ScriptStore,
): JobHandle<Data, ActivateLive> {
  const restartHub = hubRestart(app.launcher, app.log.module("scripts"));
  return app.jobs.define<Data, ActivateLive>({
    kind: "scripts.activate",
    title: () => "Skripte aktivieren",
    lane: "device",
    data,
    steps: [
      {
        id: "check",
        label: texts.check,
        run: async ({ live, conclude, keep }) => {
          const { changed, scripts } = await service.wanted();
          const problems = changed ? await service.problems(scripts) : {};
          if (live) live.problems = problems;
          if (Object.keys(problems).length > 0) conclude(CODES.projectInvalid, texts.notActivated);
          else if (!changed) conclude(CODES.ok, texts.nothingToActivate);
          else keep({ go: true });
        },
        afterCrash: "undo",
      },
      {
        id: "activate",
        label: texts.takeOver,
        run: async ({ data: { go }, live }) => {
          if (!go) return;
          const { hosts, scripts } = await service.wanted();
          await store.activate({ scripts, hosts });
          if (live) live.restart = true;
        },
        afterCrash: "redo",
      },
      {
        id: "restart",
        label: "Hub neu starten",
        run: ({ data: { go } }) => {
          if (go) restartHub(RESTART_REASONS.scriptsActivated);
        },
        // It may have restarted already; once more does no harm.
        afterCrash: "redo",
      },
    ],
  });
}
