/** What a release said that was put back, in one file: kept until the next failure, for people and for support. */
import { rm } from "node:fs/promises";
import path from "node:path";
import {
  changeoverFolder,
  type DataLayout,
  ensureFolder,
  errorText,
  readFileIfThere,
  tailLog,
  writeFileAtomic,
} from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import { texts } from "./texts.ts";

export const failedLogFile = ({ updates }: Pick<DataLayout, "updates">) => path.join(updates, "failed.log");

const MOST_ENTRIES = 2_000;
const MOST_CHARACTERS = 1024 * 1024;

export async function keepFailedLog(
  { layout, log }: Pick<AppContext, "layout" | "log">,
  job: { version: string; from: string; changeover?: string | undefined; switched?: number | undefined },
  reason: string,
): Promise<void> {
  const since = job.switched ?? 0;
  const terminal = await readFileIfThere(
    path.join(changeoverFolder(layout.root, job.changeover ?? ""), "trial.log"),
  ).catch(() => undefined);
  try {
    const entries = since === 0 ? [] : await tailLog(layout.logs, { since }, MOST_ENTRIES);
    const lines = [
      texts.logHeader(job.version, job.from),
      `Wechsel: ${new Date(since).toISOString()}`,
      `Grund: ${reason}`,
      "",
      texts.logOutputs,
      (terminal ?? "").slice(0, MOST_CHARACTERS),
      texts.logEvents,
      ...entries.map(
        ({ ts, level, src, module, msg }) => `${new Date(ts).toISOString()} ${level} ${src} ${module} ${msg}`,
      ),
      "",
    ];
    await ensureFolder(layout.updates);
    await writeFileAtomic(failedLogFile(layout), lines.join("\n").slice(0, 2 * MOST_CHARACTERS));
  } catch (error) {
    log.warn(texts.logUnread(errorText(error)));
    await rm(failedLogFile(layout), { force: true }).catch(() => undefined);
  }
}
