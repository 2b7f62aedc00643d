/** A changeover on a disk of which the power can go: the files before and after, and lives of the launcher. */
import { type Changeover, ManualClock, Scope, SerialQueue } from "@hubwart/core";
import { Changeovers } from "../changeover/changeovers.ts";
import { releasesBelow } from "../changeover/releases.ts";
import { PowerCutDisk } from "./power-cut-disk.ts";

export const OLD = {
  "state.db": "old settings",
  "state.db-wal": "old log",
  "projects/current.json": "old project",
  "projects/versions/1/a": "old a",
  "projects/versions/1/b": "old b",
  "pods/settings.json": "old pods",
  "credential.json": "password",
  "releases/1.0/server/appliance.mjs": "",
  "releases/2.0/server/appliance.mjs": "",
  "releases/current": "-> 1.0",
  other: "not touched",
};
export const STAGED = {
  "changeover/r1/new/state.db": "new settings",
  "changeover/r1/new/projects/current.json": "new project",
  "changeover/r1/new/projects/versions/2/c": "new c",
  "changeover/r1/new/lake": "was not there",
};
export const at = (name: string) => ({ path: name, with: `changeover/r1/new/${name}` });
export const REQUEST = {
  id: "r1",
  kind: "restore",
  replace: [
    at("state.db"),
    { path: "state.db-wal", with: null },
    { path: "state.db-shm", with: null },
    at("projects"),
    at("lake"),
    { path: "pods/settings.json", with: null },
  ],
  keep: ["credential.json", "migrated-later"],
  release: "2.0",
  gateMs: 60_000,
  state: "ready",
};
export const NEW = {
  "state.db": "new settings",
  "projects/current.json": "new project",
  "projects/versions/2/c": "new c",
  lake: "was not there",
  "credential.json": "password",
  "releases/1.0/server/appliance.mjs": "",
  "releases/2.0/server/appliance.mjs": "",
  "releases/current": "-> 2.0",
  other: "not touched",
};

interface Bench {
  disk: PowerCutDisk;
  clock: ManualClock;
  /** Whether the processes are. */
  running: boolean;
  said: string[];
  stuck: unknown;
}
/** Of the present test; `fresh` puts the files back. */
export const bench: Bench = {
  disk: new PowerCutDisk(),
  clock: new ManualClock(),
  running: false,
  said: [],
  stuck: undefined,
};

/** One life of the launcher. */
export function life() {
  bench.disk.revive();
  const scope = new Scope();
  const queue = new SerialQueue();
  const releases = releasesBelow("/data", { folder: "/own", version: "0.1.0" }, bench.disk, async (folder) =>
    (await bench.disk.has(`${folder.slice("/data/".length)}/server/appliance.mjs`)) ? undefined : "es fehlt",
  );
  bench.clock = new ManualClock();
  bench.running = false;
  bench.stuck = undefined;
  const changeovers = new Changeovers({
    disk: bench.disk,
    releases,
    clock: bench.clock,
    scope,
    queue: (task) => queue.run(task),
    stop: async () => void (bench.running = false),
    start: () => void (bench.running = true),
    anew: () => undefined,
    say: (line) => bench.said.push(line),
    stuck: (error) => void (bench.stuck = error),
  });
  const settled = () => queue.run(async () => undefined);
  return {
    changeovers,
    releases,
    /** As the launcher does it. */
    async start() {
      await changeovers.open();
      bench.running = true;
      this.trialWork();
    },
    async tell(say: "begin" | "good" | "bad", reason?: string) {
      changeovers.received({ t: "changeover", id: "r1", say, ...(reason ? { reason } : {}) });
      await settled();
      if (bench.stuck) throw bench.stuck as Error;
    },
    /** What the processes on trial write. */
    trialWork() {
      if (changeovers.trial === undefined) return;
      bench.disk.files.set("state.db-wal", "written on trial");
      bench.disk.files.set("state.db-shm", "written on trial");
      bench.disk.files.set("credential.json", "changed on trial");
      bench.disk.files.set("migrated-later", "made on trial");
      bench.disk.files.set("projects/versions/3/d", "made on trial");
    },
    settled,
  };
}
export const record = () => JSON.parse(bench.disk.files.get("changeover.json") ?? "null") as Changeover;
export const fresh = () => {
  bench.disk = new PowerCutDisk();
  bench.disk.files = new Map(
    Object.entries({ ...OLD, ...STAGED, "changeover.json": JSON.stringify(REQUEST) }),
  );
};
