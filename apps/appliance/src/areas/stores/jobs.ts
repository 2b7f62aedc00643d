/**
 * Putting a kept state back. The store belongs to the hub: the appliance verifies the state and leaves an order,
 * and the hub carries it out at its next start.
 */
import { NotFoundError } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import { cancelRestore, listDays, orderRestore, verifyPoolSnapshot } from "@hubwart/stores";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import { hubRestart } from "../../launcher-link.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { texts } from "./texts.ts";

const data = z.object({ store: z.enum(["pool", "lake"]), file: z.string() });
export type Restore = z.output<typeof data>;

const TITLES = { pool: texts.restoreRetained, lake: texts.readDay };

export function defineRestore(app: AppContext): JobHandle<Restore, undefined> {
  const { layout } = app;
  const restartHub = hubRestart(app.launcher, app.log.module("stores"));
  const folder = (store: Restore["store"]) => layout[store];
  return app.jobs.define<Restore>({
    kind: "stores.restore",
    title: ({ store }) => TITLES[store],
    lane: "device",
    data,
    steps: [
      {
        id: "verify",
        label: texts.checking,
        run: ({ data: { file, store } }) => verify(folder(store), store, file),
        afterCrash: "redo",
      },
      {
        id: "order",
        label: texts.noting,
        run: ({ data: { file, store } }) => orderRestore(folder(store), file),
        undo: ({ data: { store } }) => cancelRestore(folder(store)),
        afterCrash: "redo",
      },
      {
        id: "restart",
        label: texts.restartHub,
        run: () => restartHub(RESTART_REASONS.storeRestored),
        // The hub may have carried the order out already; a restart more does no harm.
        afterCrash: "redo",
      },
    ],
  });
}

async function verify(folder: string, store: Restore["store"], file: string): Promise<void> {
  if (store === "pool") return await verifyPoolSnapshot(folder, file);
  const days = await listDays(folder);
  if (!days.some(({ name }) => name === file)) throw new NotFoundError(texts.noDayAnyMore);
}
