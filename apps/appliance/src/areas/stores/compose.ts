/** Retained values and recorded history: what is kept, for download, put back, and handed on to a database. */

import { copyPool } from "@hubwart/stores";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { LakeExport } from "./export.ts";
import { exportHandlers } from "./export-routes.ts";
import { defineRestore } from "./jobs.ts";
import { storesHandlers } from "./routes.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, config, layout, log, scope, store } = app;
  const handed = await LakeExport.start({
    store,
    folder: layout.lake,
    slug: config.productSlug,
    clock,
    log: log.module("stores"),
    scope,
  });
  return {
    handlers: { ...storesHandlers(layout, defineRestore(app)), ...exportHandlers(handed) },
    findings: () => handed.findings(),
    backup: [
      {
        name: "retained",
        label: "Gehaltene Werte",
        paths: [layout.pool],
        copy: async (source, target) => {
          await copyPool(source, target);
          return [];
        },
      },
    ],
  };
}
