/** What a worker hands over, and how its end is told. */
import { type LuaValue, SCRIPT_LIMITS } from "@hubwart/lua";
import { texts } from "./texts.ts";

/** @returns undefined for what no worker of ours sends: longer than allowed, or no JSON */
export function handedOver(json: string): LuaValue | undefined {
  if (json.length > SCRIPT_LIMITS.handedChars) return undefined;
  try {
    return JSON.parse(json) as LuaValue;
  } catch {
    return undefined;
  }
}

export function tooLong(where: string): string {
  const line = /:(\d+):/.exec(where)?.[1];
  const at = line === undefined ? "" : texts.inLine(line);
  return texts.callTooLong(at, SCRIPT_LIMITS.turnMs / 1_000);
}

export function crashText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? texts.memoryUsedUp
    : texts.workerCrashed(error instanceof Error ? error.message.slice(0, 200) : "?");
}

/** Of a script that feeds itself. */
export function loopText(channel: string): string {
  return texts.feedsItself(channel);
}
