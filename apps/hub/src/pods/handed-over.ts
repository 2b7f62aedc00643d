/** What a pod is given besides its settings. One that cannot be read keeps its own pod away, and no other. */
import { randomBytes } from "node:crypto";
import { errorText, type Logger } from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import { texts } from "../texts.ts";
import type { PodHandedOver } from "./pod-load.ts";
import { podToken } from "./pod-tokens.ts";

interface From {
  log: Logger;
  tokenFolder: string;
  /** Files and secrets, `layout.podHandover`. */
  handoverFolder: string;
}

export async function tokenOf({ log, tokenFolder }: From, pod: string): Promise<string> {
  try {
    return await podToken(tokenFolder, pod);
  } catch (error) {
    log.error(texts.tokenUnreadable(pod, errorText(error)));
    return randomBytes(32).toString("base64url");
  }
}

export async function handedOver({ handoverFolder, log }: From, pod: string): Promise<PodHandedOver> {
  try {
    return await new PodHandover(handoverFolder, pod).read(() => log.error(texts.secretsUnreadable(pod)));
  } catch (error) {
    log.error(texts.filesUnreadable(pod, errorText(error)));
    return { files: {}, secrets: {} };
  }
}
