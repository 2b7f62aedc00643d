/**
 * Covers the console in every tab, and after a reload, while a job runs that says so. The tab that began it is covered
 * already (`restartWith`); this one joins the others, and uncovers all of them when the job ended without a restart.
 * While the device is away the polling of `watchRestart` goes on as ever.
 */
import { info, type Job } from "@hubwart/contract";
import { callApi } from "../../../api/client.ts";
import { infoQuery } from "../../../api/info.ts";
import { queryClient } from "../../../api/query-client.ts";
import { notice } from "../../../lib/notice.tsx";
import { overlay } from "../../../overlay/overlay-store.ts";
import { restartWith } from "../../../overlay/restart-with.ts";
import { jobsTexts } from "../../../texts/index.ts";

/** The job that covers, and when the system that ran it was started. */
let followed: { id: number; started: number } | undefined;

/** To be called with every new state of the jobs. */
export async function coverFor(jobs: readonly Job[]): Promise<void> {
  const running = jobs.find((job) => job.ended === 0 && job.covers !== null);
  if (running) return follow(running);
  const last = jobs.find(({ id }) => id === followed?.id);
  if (!last || !followed) return;
  const { started } = followed;
  followed = undefined;
  const now = await callApi(info).catch(() => undefined);
  // Another start time: the restart came, and whoever waits for it uncovers the page.
  if (now === undefined || now.system.started !== started || overlay.current.kind === "none") return;
  overlay.clear();
  if (last.code !== 0) notice.error(jobsTexts.failed(last.title, last.message));
  await queryClient.invalidateQueries();
}

async function follow({ id, covers }: Job): Promise<void> {
  if (followed?.id === id || covers === null) return;
  const { system } = await queryClient.ensureQueryData(infoQuery);
  followed = { id, started: system.started };
  if (overlay.current.kind !== "none") return;
  // Rejects when the cover is taken away above.
  await restartWith(covers, () => Promise.resolve()).catch(() => undefined);
}
