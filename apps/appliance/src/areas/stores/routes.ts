/** `/resources/pool/…`, `/resources/lake/…`: lists, downloads, putting back. */
import path from "node:path";
import { type DataLayout, NotFoundError } from "@hubwart/core";
import { lakeSize, listDays, poolSnapshots } from "@hubwart/stores";
import type { Handlers } from "../../http/handlers.ts";
import { openFile } from "../../http/open-file.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import type { Restore } from "./jobs.ts";
import { type Limits, roomOf } from "./room.ts";
import { texts } from "./texts.ts";

interface Kept {
  name: string;
  size: number;
  /** ms since the epoch. */
  ts: number;
}

const listed = (files: readonly Kept[]) => ({
  files: files.map(({ name, size, ts }) => ({ filename: name, size, ts: Math.floor(ts / 1000) })),
});

/** @param now ms since the epoch */
export function storesHandlers(
  layout: DataLayout,
  restore: JobHandle<Restore, undefined>,
  limits: () => Limits,
  now: () => number,
): Handlers {
  return {
    poolFiles: async () => listed(await poolSnapshots(layout.pool)),
    lakeFiles: async () => {
      const [days, used] = await Promise.all([listDays(layout.lake), lakeSize(layout.lake)]);
      const { perDay, ...room } = roomOf(days, used, limits(), now());
      return { ...listed(days), room: { ...room, ...(perDay === undefined ? {} : { per_day: perDay }) } };
    },
    lakeDownload: async ({ query }) => {
      const day = (await listDays(layout.lake)).find(({ name }) => name === query.file);
      if (!day) throw new NotFoundError(texts.noDay);
      return { ...(await openFile(path.join(layout.lake, day.name))), filename: day.name };
    },
    storeRestore: async ({ origin, params, query }) => {
      await restore.run({ store: params.store, file: query.file }, { origin });
      return { restart: true };
    },
  };
}
