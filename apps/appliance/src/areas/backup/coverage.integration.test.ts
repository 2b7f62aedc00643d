/** Every stored file belongs to a part of the backup, or it stands here with the reason why it does not. */
import path from "node:path";
import { dataLayout } from "@hubwart/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const NOT_BACKED_UP: Record<string, string> = {
  root: "the data folder itself",
  podFolders: "queues of this device",
  stateCopies: "copies of the database, which is a part",
  leapFile: "what the clock of this device did lately",
  central: "who this device is to its central: from a backup, two would be the same",
  centralProgress: "how far that central has the journals of this device",
  centralHistory: "how far that central has the recorded values of this device",
  centralBackups: "which backups of this device that central has",
  reserve: "room, no content",
  htdocsTrees: "what `htdocs`, which is a part, links to",
  staging: "uploads being checked",
  centralIncoming: "files that people of the central are still sending",
  unsaved: "what somebody typed today and has not saved",
  alarms: "what stands is raised again by the values; from a backup it would be long over",
  logs: "bounded and of this device",
  history: "figures of this device, expendable",
  forwarding: "documents that wait for their target, expendable",
  knxDebug: "log files of the KNX interfaces and their levels, of this device",
  podState: "counters that must never run backwards, and queues of this device",
  addOnData: "data of add-ons on its way back; each file in it is a part",
  backups: "the backups themselves",
  changeover: "what a restore or an update is about to put in place",
  changeoverFile: "how far such a changeover is",
  releases: "the software itself, which the manufacturer has",
  updates: "fetched again",
  vendor: "the development licence service of a workbench",
  run: "sockets",
  hubSocket: "a socket",
  podSocket: "a socket",
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.end());

it("knows a part or a reason for each place of the data layout", () => {
  const layout = dataLayout("/data");
  const covered = app.context
    .backupParts()
    .flatMap(({ paths }) => paths.map((file) => path.relative(app.context.layout.root, file)));
  const open = Object.entries(layout)
    .filter(([name]) => !(name in NOT_BACKED_UP))
    .filter(([, file]) => !covered.some((part) => part === path.relative("/data", file)))
    .map(([name]) => name);
  expect(open).toEqual([]);
});

it("has no reason for a place that a part takes along", () => {
  const layout: Record<string, string> = { ...app.context.layout };
  const covered = new Set(app.context.backupParts().flatMap(({ paths }) => paths));
  expect(Object.keys(NOT_BACKED_UP).filter((name) => covered.has(layout[name] ?? ""))).toEqual([]);
});

it("has parts with names of their own", () => {
  const names = app.context.backupParts().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
