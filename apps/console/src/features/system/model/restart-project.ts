/**
 * Restart of the hub alone. Resolves when it was accepted, so that its dialog closes, and goes on by itself: the
 * console stays covered until the hub is back.
 */
import type { Status } from "../../../api/info.ts";
import { fetchInfo, infoQuery, statusOf } from "../../../api/info.ts";
import { queryClient } from "../../../api/query-client.ts";
import { notice } from "../../../lib/notice.tsx";
import { overlay } from "../../../overlay/overlay-store.ts";
import { systemTexts } from "../../../texts/index.ts";
import { restartHub } from "../api/restarts.ts";
import { watchHub } from "./watch-hub.ts";

const texts = systemTexts.restart;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `finished` is called when it is back, or was waited for long enough. */
export async function restartProject(before: Status["system"]["hub"], finished: () => void): Promise<void> {
  await restartHub();
  void coverUntilBack(before).finally(finished);
}

async function coverUntilBack(before: Status["system"]["hub"]): Promise<void> {
  overlay.wait(texts.hub.wait);
  const state = await watchHub(before, { read: readHub, sleep });
  overlay.clear();
  if (state === "running") notice.success(texts.hub.done);
  else notice.warning(state === undefined ? texts.hub.slow : texts.hub.notRunning);
}

async function readHub(): Promise<Status["system"]["hub"] | undefined> {
  const info = await fetchInfo();
  queryClient.setQueryData(infoQuery.queryKey, info);
  return statusOf(info)?.system.hub;
}
