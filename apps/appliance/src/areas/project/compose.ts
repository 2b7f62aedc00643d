/** The project: uploads, versions, downloads. */
import path from "node:path";
import { projectDownload } from "@hubwart/contract";
import { importEtsInChild } from "@hubwart/knx/ets/import-in-child";
import { checkInChild, readPlaces } from "@hubwart/project";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { hubChanges } from "../../hub-link.ts";
import { hubRestart } from "../../launcher-link.ts";
import type { Finding } from "../../status.ts";
import { comparing } from "./compare.ts";
import { EtsImports } from "./ets.ts";
import { constantsReader } from "./own-constants.ts";
import { ProjectReading } from "./reading.ts";
import { projectDownloadCheck, projectHandlers } from "./routes.ts";
import { ProjectService } from "./service.ts";
import { texts } from "./texts.ts";
import { VERSION_FILES, type VersionStore } from "./versions.ts";

const EVERY_MS = 5_000;

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, layout, log, hub, cipher } = app;
  const entry = path.join(app.childrenDir, "check-child.mjs");
  const service = await ProjectService.start({
    layout,
    clock,
    scope,
    log: log.module("project"),
    hub,
    jobs: app.jobs,
    restartHub: hubRestart(app.launcher, log),
    check: (request) => checkInChild({ ...request, entry, editedSchedules: layout.scheduleEdits }),
    cipher,
  });
  const reading = new ProjectReading(service.versions, cipher, app.sessions.throttle);
  const compare = comparing({ versions: service.versions, staging: layout.staging, entry });
  const imports = new EtsImports({
    staging: layout.staging,
    read: (request) => importEtsInChild({ ...request, entry: path.join(app.childrenDir, "ets-child.mjs") }),
    guesses: app.sessions.throttle,
  });
  const info = async () => reading.info();
  return {
    ready: () => service.ready(),
    backup: [
      {
        name: "project",
        label: texts.withVersions,
        paths: [layout.currentProject, layout.projectVersions],
        files: VERSION_FILES,
      },
    ],
    findings: () => projectFindings(service.versions),
    handlers: projectHandlers({ service, reading, imports, compare }),
    downloadChecks: { [projectDownload.path]: projectDownloadCheck(reading) },
    topics: { project: { read: info, every: EVERY_MS, changes: hubChanges(hub) } },
    offers: {
      project: {
        info,
        constants: constantsReader(service.versions),
        defineRemake: (kind) => service.defineRemake(kind),
        origin: (version) => origin(service.versions, version),
        run: (action, upload, by) => service[action](upload, by),
        places: async () => {
          const current = service.versions.current();
          return current && (await readPlaces(service.versions.file(current.version, "places.json")));
        },
        compiledFile: () => {
          const current = service.versions.current();
          return current && service.versions.file(current.version, "compiled.json");
        },
      },
    },
  };
}

function origin(versions: VersionStore, version: string | undefined) {
  const found = version === undefined ? versions.current() : versions.find(version);
  if (!found) return undefined;
  const { meta } = found;
  const source = { file: versions.file(found.version, "upload"), name: meta.filename };
  return {
    version: found.version,
    hash: meta.hash,
    compiledFile: versions.file(found.version, "compiled.json"),
    ...(meta.stored === "plain" ? { source } : {}),
  };
}

function projectFindings({ lost }: { lost: boolean }): Finding[] {
  const text = texts.currentUnknown;
  return lost ? [{ code: "project-unknown", level: 3, text, route: "/project/download" }] : [];
}
