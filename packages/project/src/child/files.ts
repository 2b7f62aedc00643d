/** What stands beside a compiled project in files of its own. */
import { readFileIfThere, readOwnText, writeFileAtomic } from "@hubwart/core";
import type { EditedSchedules } from "@hubwart/schedule";
import type { Edits } from "../edits.ts";
import type { Places } from "../places.ts";

/** For `checkInChild`. */
export async function writeEdits(file: string, edits: Edits): Promise<void> {
  await writeFileAtomic(file, JSON.stringify([...edits]));
}

export async function readEdits(file: string): Promise<Edits> {
  return new Map(JSON.parse(await readOwnText(file)) as [string, unknown][]);
}

/** undefined without the file: versions of earlier releases have none. */
export async function readPlaces(file: string): Promise<Places | undefined> {
  const text = await readFileIfThere(file);
  return text === undefined ? undefined : (JSON.parse(text) as Places);
}

/** Whoever owns the file says where it is damaged; here it is as good as none. */
export async function readEditedSchedules(file: string | undefined): Promise<EditedSchedules> {
  try {
    const text = file === undefined ? undefined : await readFileIfThere(file);
    return text === undefined ? {} : ((JSON.parse(text) as { schedules?: EditedSchedules }).schedules ?? {});
  } catch {
    return {};
  }
}
