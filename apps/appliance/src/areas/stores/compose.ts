/** Retained values and recorded history: what is kept, for download, and put back. */

import { copyPool } from "@hubwart/stores";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineRestore } from "./jobs.ts";
import { storesHandlers } from "./routes.ts";

export async function compose(app: AppContext): Promise<Area> {
  return {
    handlers: storesHandlers(app.layout, defineRestore(app)),
    backup: [
      {
        name: "retained",
        label: "Gehaltene Werte",
        paths: [app.layout.pool],
        copy: async (source, target) => {
          await copyPool(source, target);
          return [];
        },
      },
    ],
  };
}
