/**
 * What the appliance and the recorder say to each other about the export: two files below `lake/export`, each written by
 * one of them, so that neither waits for the other.
 *
 *     settings.json    by the appliance (0600, it holds the token): where the records go
 *     status.json      by the recorder: how that does
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";

export const EXPORT_KINDS = ["influxdb", "questdb"] as const;

const settingsSchema = z.object({
  active: z.boolean(),
  kind: z.enum(EXPORT_KINDS),
  tls: z.boolean(),
  host: z.string(),
  port: z.number(),
  /** Before each path of the server; empty for most. */
  base: z.string(),
  /** As the administrator gave it; for messages. */
  shown: z.string(),
  /** InfluxDB: a token, or `user:password` with 1.x. QuestDB: a token, or `user:password`. */
  token: z.string(),
  org: z.string(),
  bucket: z.string(),
  /** Measurement or table. */
  table: z.string(),
  /** Of what waits on the disk, bytes. */
  most: z.number(),
});
export type ExportSettings = z.output<typeof settingsSchema>;

const count = z.int().check(z.minimum(0));
const statusSchema = z.object({
  /** When it was written, ms since the epoch. */
  ts: z.number(),
  active: z.boolean(),
  /** Values that wait, and their room on the disk. */
  pending: count,
  bytes: count,
  sent: count,
  /** Not taken by the database, one by one. */
  refused: count,
  /** Lost because the room for what waits was full. */
  dropped: count,
  /** ms since the epoch; 0 never. */
  lastSuccess: z.number(),
  lastError: z.nullable(z.object({ ts: z.number(), text: z.string() })),
  lastDrop: z.number(),
  /** First of the failures since the last success; 0 none. */
  failingSince: z.number(),
  /** Next attempt; 0 none is due. */
  retry: z.number(),
});
export type ExportStatus = z.output<typeof statusSchema>;

export const exportFolder = (lake: string): string => path.join(lake, "export");

export async function writeExportSettings(lake: string, settings: ExportSettings): Promise<void> {
  await ensureFolder(exportFolder(lake));
  await writeFileAtomic(path.join(exportFolder(lake), "settings.json"), JSON.stringify(settings));
}

/** undefined where there is none, or it is not readable. */
export const readExportSettings = (lake: string): Promise<ExportSettings | undefined> =>
  read(lake, "settings.json", settingsSchema);

export async function writeExportStatus(lake: string, status: ExportStatus): Promise<void> {
  await writeFileAtomic(path.join(exportFolder(lake), "status.json"), JSON.stringify(status));
}

export const readExportStatus = (lake: string): Promise<ExportStatus | undefined> =>
  read(lake, "status.json", statusSchema);

/** Whether a recorder that is started now has something to hand on. */
export async function exportWaits(lake: string): Promise<boolean> {
  const settings = await readExportSettings(lake);
  if (settings?.active !== true) return false;
  return (await readdir(exportFolder(lake))).some((name) => name.startsWith("lines-"));
}

async function read<S extends z.ZodMiniType>(
  lake: string,
  name: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    const text = await readFileIfThere(path.join(exportFolder(lake), name));
    if (text === undefined) return undefined;
    return z.parse(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}
