/** Runs a call that restarts the system, covers the console until it is back, and picks up from there. */
import { info } from "@hubwart/contract";
import { callApi } from "../api/client.ts";
import { infoQuery } from "../api/info.ts";
import { queryClient } from "../api/query-client.ts";
import { reloadPage } from "../lib/leave-page.ts";
import { tokenStore } from "../session/token-store.ts";
import { overlay, type RestartKind } from "./overlay-store.ts";
import { watchRestart } from "./watch-restart.ts";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves when the system is back. Rejects, without an overlay, if `action` fails, or if
 * somebody takes the overlay away (`job-cover.ts`): nothing was restarted then.
 * After an update the page is loaded anew, since it belongs to the old version.
 */
export async function restartWith(kind: RestartKind, action: () => Promise<unknown>): Promise<void> {
  const before = await queryClient.ensureQueryData(infoQuery);
  overlay.restart(kind);
  try {
    await action();
  } catch (error) {
    overlay.clear();
    throw error;
  }
  const hasSession = await watchRestart(before.system.started, {
    ping: async () => {
      const answer = await callApi(info);
      return { session: answer.session, started: answer.system.started };
    },
    sleep,
    waiting: () => overlay.current.kind === kind,
  });
  if (kind === "updating") {
    reloadPage();
    return;
  }
  if (!hasSession) tokenStore.clear("rejected");
  overlay.clear();
  if (hasSession) await queryClient.invalidateQueries();
}
