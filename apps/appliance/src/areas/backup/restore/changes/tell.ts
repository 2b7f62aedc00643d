/** The part of `preview` that runs in the process which `inspect` starts. */
import { createHash } from "node:crypto";
import { AppError } from "@hubwart/core";
import { adoptDatabase, readAdopted } from "@hubwart/core/store";
import { texts } from "../../texts.ts";
import type { TellAnswer, TellTask } from "../inspect.ts";
import { compare } from "./compare.ts";
import { TELLING, UntoldError } from "./files.ts";

/** Of all settings together, and of one, characters: what asked reads them again. */
const MOST_TOLD = 8 * 1024 * 1024;
const LONGEST = 2 * 1024 * 1024;

export async function tellChanges({ database, ours, parts, theirs }: TellTask): Promise<TellAnswer> {
  const answer: TellAnswer = { changes: [], unread: [] };
  if (database) tellDatabase(database, answer);
  for (const part of parts) {
    const telling = TELLING.get(part);
    if (!telling) continue;
    try {
      const [then, now] = [await telling(`${theirs}/${part}`), await telling(ours)];
      answer.changes.push(...compare(part, then, now));
    } catch (error) {
      answer.unread.push({ part, reason: error instanceof UntoldError ? error.message : texts.notReadable });
    }
  }
  return answer;
}

function tellDatabase({ fresh, settings, theirs }: NonNullable<TellTask["database"]>, answer: TellAnswer) {
  try {
    adoptDatabase(theirs, fresh, new Set(settings));
    const { hash, rows } = readAdopted(fresh);
    const sum = rows.reduce((all, [, json]) => all + json.length, 0);
    if (sum > MOST_TOLD || rows.some(([, json]) => json.length > LONGEST))
      throw new UntoldError(texts.settingsTooLarge);
    answer.settings = rows;
    if (hash !== undefined) answer.credential = createHash("sha256").update(hash).digest("hex");
  } catch (error) {
    const known = error instanceof UntoldError || error instanceof AppError;
    answer.unread.push({ part: "settings", reason: known ? error.message : texts.notReadable });
  }
}
