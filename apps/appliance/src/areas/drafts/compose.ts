/** Drafts of the project. */
import path from "node:path";
import { readAuthorities } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import { arrangeCells, isSecretColumn, rowKey, tablesInChild, writeInChild } from "@hubwart/project";
import { partOfPod } from "@hubwart/project/tables";
import type { Area } from "../../area.ts";
import type { PartFile } from "../../backup-part.ts";
import type { AppContext } from "../../context.ts";
import { tryConnection } from "./connection.ts";
import { inOneForm } from "./document.ts";
import { DraftJudging } from "./judging.ts";
import { DraftMerging } from "./merging.ts";
import { fileOpener } from "./opened.ts";
import { draftHandlers } from "./routes.ts";
import { Sealer } from "./secrets.ts";
import { DraftService } from "./service.ts";
import { Shelf } from "./shelf.ts";
import { texts } from "./texts.ts";

/** Below the data folder. */
const FILES: readonly PartFile[] = [
  {
    name: /^projects\/drafts\/d[0-9]{1,16}\/(base-[a-z][0-9]+\.json|head\.json|document\.json|secrets\.json|typed\.json|log\.ndjson)$/,
    most: 256 * 1024 * 1024,
  },
];

export async function compose(app: AppContext): Promise<Area> {
  const { clock, layout, scope } = app;
  const log = app.log.module("project");
  const entry = path.join(app.childrenDir, "check-child.mjs");
  const connectionEntry = path.join(app.childrenDir, "connection-child.mjs");
  const types = new Set(podSchemas.map(({ type }) => type));
  const shelf = await Shelf.open({ folder: layout.projectDrafts, clock, log, scope });
  const project = app.use("project");
  const sealer = new Sealer((table, column) => isSecretColumn(table, column, podSchemas));
  const service = new DraftService({
    shelf,
    sealer,
    clock,
    log,
    staging: layout.staging,
    openFile: fileOpener(app.cipher, app.sessions.throttle),
    project,
    read: (request) => tablesInChild({ ...request, entry }),
    write: (request) => writeInChild({ ...request, entry }),
    partOfPod: (document, row) => partOfPod(document, row, types),
    tryConnection: async (task, signal) => {
      const authorities = await readAuthorities(layout.authorities);
      return await tryConnection(connectionEntry, { ...task, authorities }, signal);
    },
  });
  const merging = new DraftMerging({
    shelf,
    sealer,
    clock,
    project,
    tablesOf: async (origin) => await service.tablesOf(origin),
    form: (document) => inOneForm(document, (table) => arrangeCells(table, podSchemas)),
    keyOf: rowKey,
  });
  const judging = new DraftJudging({
    sealer,
    project,
    staging: layout.staging,
    tablesOf: async (origin) => await service.tablesOf(origin),
    write: (request) => writeInChild({ ...request, entry }),
  });
  return {
    handlers: draftHandlers(service, merging, () => app.changed("project/drafts")),
    offers: {
      drafts: {
        running: async () => {
          const { document, hash } = await judging.begun();
          return hash === undefined ? undefined : { hash, document };
        },
        judge: (...asked) => judging.judge(...asked),
      },
    },
    backup: [{ name: "drafts", label: texts.backup, paths: [layout.projectDrafts], files: FILES }],
  };
}
