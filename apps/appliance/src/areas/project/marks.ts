/** What people noted about a kept version: beside the version, so that it goes and comes back with it. */
import path from "node:path";
import { readFileIfThere } from "@hubwart/core";
import * as z from "zod/mini";

const marksSchema = z.object({
  /** Of people, for people. */
  note: z.string(),
  /** Never removed to make room. */
  keep: z.boolean(),
});
export type Marks = z.output<typeof marksSchema>;

export const MARKS_FILE = "marks.json";
export const NO_MARKS: Marks = { note: "", keep: false };

/** Marks that cannot be read may have said "keep", so they do. */
export async function readMarks(folder: string): Promise<Marks> {
  try {
    const text = await readFileIfThere(path.join(folder, MARKS_FILE));
    return text === undefined ? NO_MARKS : marksSchema.parse(JSON.parse(text));
  } catch {
    return { note: "", keep: true };
  }
}
