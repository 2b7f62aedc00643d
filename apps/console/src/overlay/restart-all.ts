/** Restart of the system or of the whole device, from any page: covered until it is back, then said. */
import { systemRestart } from "@hubwart/contract";
import { callApi } from "../api/client.ts";
import { notice } from "../lib/notice.tsx";
import { systemTexts } from "../texts/index.ts";
import { restartWith } from "./restart-with.ts";

const texts = systemTexts.restart;

/**
 * Resolves when the restart was accepted, so that its dialog closes, and goes on by itself; `finished` is called when
 * the system is back. `restart`: appliance and hub. `reboot`: the whole device.
 */
export function restartAll(action: "restart" | "reboot", finished?: () => void): Promise<void> {
  const said = action === "restart" ? texts.system.done : texts.device.done;
  return new Promise((resolve, reject) => {
    restartWith("restarting", async () => {
      await callApi(systemRestart, { query: { action } });
      resolve();
    })
      .then(() => {
        notice.success(said);
        finished?.();
      })
      .catch(reject);
  });
}
