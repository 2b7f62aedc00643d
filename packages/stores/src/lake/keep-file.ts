/** How much recorded history people of the device want kept, in a file that the appliance writes and the recorder reads. */
import { readFileIfThere } from "@hubwart/core";
import type { Keep } from "./lake-files.ts";

/** Nothing goes: what deletes must not follow from a file that cannot be read. */
const EVERYTHING: Keep = { days: 36_500, bytes: Number.MAX_SAFE_INTEGER };

/**
 * @param fallback where nobody chose anything
 * @returns `error` for a file that is none of ours; then everything is kept
 */
export async function readKeep(file: string, fallback: Keep): Promise<{ keep: Keep; error?: unknown }> {
  try {
    const text = await readFileIfThere(file);
    if (text === undefined) return { keep: fallback };
    const { bytes, days, format } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    if (format !== 1 || !isLimit(days) || !isLimit(bytes)) throw new Error("no limits");
    return { keep: { days, bytes } };
  } catch (error) {
    return { keep: EVERYTHING, error };
  }
}

export const keepText = ({ bytes, days }: Keep): string => JSON.stringify({ format: 1, days, bytes });

const isLimit = (value: unknown): value is number => typeof value === "number" && value >= 1;
