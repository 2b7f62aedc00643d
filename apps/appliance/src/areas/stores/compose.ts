/** Retained values and recorded history: what is kept, for download, put back, and handed on to a database. */
import { readFile } from "node:fs/promises";
import { copyLake, copyPool, lakeSize } from "@hubwart/stores";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { followHub } from "../../hub-trouble.ts";
import { LakeExport } from "./export.ts";
import { exportHandlers } from "./export-routes.ts";
import { storesFindings } from "./findings.ts";
import { defineRestore } from "./jobs.ts";
import { storesHandlers } from "./routes.ts";
import { texts } from "./texts.ts";

const GIB = 1024 * 1024 * 1024;

export async function compose(app: AppContext): Promise<Area> {
  const { clock, config, layout, log, scope, store } = app;
  const handed = await LakeExport.start({
    store,
    folder: layout.lake,
    records: recording(app),
    slug: config.productSlug,
    clock,
    log: log.module("stores"),
    scope,
  });
  const trouble = followHub(app);
  return {
    handlers: {
      ...storesHandlers(
        layout,
        defineRestore(app),
        () => app.use("recording").keep(),
        () => clock.now(),
      ),
      ...exportHandlers(handed),
    },
    findings: () => [...storesFindings(trouble()), ...handed.findings()],
    backup: [
      {
        name: "retained",
        label: texts.retained,
        paths: [layout.pool],
        files: [{ name: /^pool\/(snapshots\/)?[^/]+$/, most: 256 * 1024 * 1024 }],
        copy: async (source, target) => {
          await copyPool(source, target);
          return [];
        },
      },
      {
        name: "recorded",
        label: texts.recorded,
        paths: [layout.lake],
        files: [
          { name: /^lake\/\d{4}-\d{2}-\d{2}\.parquet$/, most: 8 * GIB },
          { name: /^lake\/hot\/\d{8}T\d{4}Z-\d{10}\.parquet$/, most: GIB },
          { name: /^lake\/hot\/\d{8}T\d{4}Z-\d{10}\.log$/, most: GIB },
          { name: /^lake\/alive$/, most: 0 },
        ],
        copy: async (source, target) => {
          await copyLake(source, target);
          return [];
        },
        large: { id: "recorded", size: () => lakeSize(layout.lake) },
        onlyIf: texts.replacesRecorded,
      },
    ],
  };
}

/** As the compiler writes a recorded channel. */
const RECORDED = '"record":{';

function recording(app: AppContext): () => Promise<boolean> {
  const project = app.use("project");
  let known = { file: "", records: false };
  return async () => {
    const file = project.compiledFile();
    if (file === undefined || !app.hub.connected || app.hub.status()?.state !== "running") return false;
    // A version's file never changes.
    if (known.file !== file) known = { file, records: (await readFile(file, "utf8")).includes(RECORDED) };
    return known.records;
  };
}
