/** The request that says that this device lives, and whether it may say so. */
import { errorText, netErrorText, VERSION } from "@hubwart/core";
import { begin } from "@hubwart/core/http";
import { connectionTo } from "@hubwart/scripts/allowed-host";
import type { HubLink } from "../../hub-link.ts";
import { texts } from "./texts.ts";

/** The hub and the process of the alarms answer within milliseconds, or not at all. ms. */
const ANSWERS_WITHIN = 5_000;

/**
 * Over a connection of its own, without redirections. A name that leads to this device itself is refused: nobody else would notice.
 *
 * @returns what was answered, German. @throws Error with a German text
 */
export async function sendHeartbeat(address: string, product: string, signal: AbortSignal): Promise<string> {
  const url = new URL(address);
  const answer = await begin({
    ...(await connectionTo(url)),
    headers: { host: url.host, "user-agent": `${product}/${VERSION}`, "accept-encoding": "identity" },
    signal,
  }).catch((error: unknown) => {
    throw new Error(netErrorText(signal.aborted ? { code: "ETIMEDOUT" } : error, url.host), { cause: error });
  });
  // Nobody reads more than the head.
  answer.destroy();
  const { headers, statusCode: status = 0 } = answer;
  if (status >= 200 && status < 300) return texts.heartbeat.taken(url.host, status);
  if (status >= 300 && status < 400) throw new Error(texts.heartbeat.elsewhere(hostOf(headers.location)));
  throw new Error(texts.heartbeat.refused(url.host, status));
}

/** Of a redirection; the rest of its address may say who this device is. */
function hostOf(location: unknown): string {
  try {
    return typeof location === "string" ? new URL(location).origin : "";
  } catch {
    return "";
  }
}

/** German: why this device had better not say that it lives. It is asked, so that a hub that hangs is none that answers. */
export async function whyUnwell(hub: Pick<HubLink, "connected" | "request">): Promise<string | undefined> {
  if (!hub.connected) return texts.heartbeat.hubAway;
  try {
    const { state } = await hub.request("status", {}, { timeout: ANSWERS_WITHIN });
    if (state === "no_project") return undefined;
    if (state !== "running") return texts.heartbeat.hubIdle;
    await hub.request("alarmTally", {}, { timeout: ANSWERS_WITHIN });
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
