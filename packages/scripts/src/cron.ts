/** Times by a pattern (crontab(5), with seconds in front if there are six fields), local time. */
import { ScriptError } from "@hubwart/lua";
import { Cron } from "croner";
import { texts } from "./texts.ts";

/** @returns what ends it. @throws ScriptError */
export function startCron(pattern: string, fire: () => void): () => void {
  const job = made(pattern);
  job.schedule(fire);
  return () => job.stop();
}

/** @throws ScriptError */
export function checkCron(pattern: string): void {
  made(pattern).stop();
}

function made(pattern: string): Cron {
  const job = read(pattern);
  if (job.nextRun() === null) throw new ScriptError(texts.cronNever(pattern));
  return job;
}

function read(pattern: string): Cron {
  try {
    return new Cron(pattern);
  } catch {
    throw new ScriptError(texts.cronNoPattern(pattern));
  }
}
