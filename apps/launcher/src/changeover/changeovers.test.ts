import { type Changeover, ManualClock, Scope, SerialQueue } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import { PowerCut, PowerCutDisk } from "../testing/power-cut-disk.ts";
import { Changeovers } from "./changeovers.ts";
import { releasesBelow } from "./releases.ts";

const OLD = {
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
const STAGED = {
  "changeover/r1/new/state.db": "new settings",
  "changeover/r1/new/projects/current.json": "new project",
  "changeover/r1/new/projects/versions/2/c": "new c",
  "changeover/r1/new/lake": "was not there",
};
const at = (name: string) => ({ path: name, with: `changeover/r1/new/${name}` });
const REQUEST = {
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
const NEW = {
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

let disk: PowerCutDisk;
let clock: ManualClock;
let running: boolean;
let said: string[];
let stuck: unknown;

/** One life of the launcher. */
function life() {
  disk.revive();
  const scope = new Scope();
  const queue = new SerialQueue();
  const releases = releasesBelow("/data", { folder: "/own", version: "0.1.0" }, disk, async (folder) =>
    (await disk.has(`${folder.slice("/data/".length)}/server/appliance.mjs`)) ? undefined : "es fehlt",
  );
  clock = new ManualClock();
  running = false;
  stuck = undefined;
  const changeovers = new Changeovers({
    disk,
    releases,
    clock,
    scope,
    queue: (task) => queue.run(task),
    stop: async () => void (running = false),
    start: () => void (running = true),
    anew: () => undefined,
    say: (line) => said.push(line),
    stuck: (error) => void (stuck = error),
  });
  const settled = () => queue.run(async () => undefined);
  return {
    changeovers,
    releases,
    /** As the launcher does it. */
    async start() {
      await changeovers.open();
      running = true;
      this.trialWork();
    },
    async tell(say: "begin" | "good" | "bad", reason?: string) {
      changeovers.received({ t: "changeover", id: "r1", say, ...(reason ? { reason } : {}) });
      await settled();
      if (stuck) throw stuck as Error;
    },
    /** What the processes on trial write. */
    trialWork() {
      if (changeovers.trial === undefined) return;
      disk.files.set("state.db-wal", "written on trial");
      disk.files.set("state.db-shm", "written on trial");
      disk.files.set("credential.json", "changed on trial");
      disk.files.set("migrated-later", "made on trial");
      disk.files.set("projects/versions/3/d", "made on trial");
    },
    settled,
  };
}
const record = () => JSON.parse(disk.files.get("changeover.json") ?? "null") as Changeover;
const fresh = () => {
  disk = new PowerCutDisk();
  disk.files = new Map(Object.entries({ ...OLD, ...STAGED, "changeover.json": JSON.stringify(REQUEST) }));
};

beforeEach(() => {
  fresh();
  said = [];
});

describe("a changeover", () => {
  it("replaces, removes and switches the release, and is tried", async () => {
    const launcher = life();
    await launcher.start();
    await launcher.changeovers.open();
    expect(record()).toMatchObject({ state: "trial", releaseBefore: "1.0" });
    expect(launcher.releases.folder).toBe("/data/releases/2.0/server");
    expect(running).toBe(true);
  });

  it("begins only when it is told so by its id, and stops everything first", async () => {
    disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, state: "done" }));
    const launcher = life();
    await launcher.start();
    disk.files.set("changeover.json", JSON.stringify(REQUEST));
    for (const [name, content] of Object.entries(STAGED)) disk.files.set(name, content);
    launcher.changeovers.received({ t: "changeover", id: "other", say: "begin" });
    await launcher.settled();
    expect(record().state).toBe("ready");
    let alive: boolean | undefined;
    const rename = disk.rename.bind(disk);
    disk.rename = async (from, to) => {
      alive ??= running;
      await rename(from, to);
    };
    await launcher.tell("begin");
    expect(alive).toBe(false);
    expect(disk.state()).toEqual(NEW);
    expect(running).toBe(true);
  });

  it("that is called good stays, and nothing of the old state is kept", async () => {
    const launcher = life();
    await launcher.changeovers.open();
    await launcher.tell("good");
    expect(record().state).toBe("done");
    expect(disk.state()).toEqual(NEW);
    expect([...disk.files.keys()].filter((name) => name.startsWith("changeover/"))).toEqual([]);
    clock.advance(3_600_000);
    await launcher.settled();
    expect(record().state).toBe("done");
  });

  it.each<[string, (launcher: ReturnType<typeof life>) => void, RegExp]>([
    ["that the gate runs out for", () => clock.advance(60_000), /60 Sekunden/],
    [
      "whose appliance says that it is bad",
      ({ changeovers }) => changeovers.received({ t: "changeover", id: "r1", say: "bad", reason: "Nein." }),
      /^Nein\.$/,
    ],
    [
      "of which a process crashes three times",
      ({ changeovers }) => {
        for (let i = 0; i < 3; i += 1) changeovers.crashed("hub", "SIGSEGV");
      },
      /„hub“ ist 3 Mal unerwartet beendet \(SIGSEGV\)/,
    ],
  ])("%s is put back, with the reason and its log", async (_what, spoil, reason) => {
    const launcher = life();
    await launcher.start();
    disk.files.set("changeover/r1/trial.log", "why");
    spoil(launcher);
    await launcher.settled();
    expect(stuck).toBeUndefined();
    expect(record()).toMatchObject({ state: "back", reason: expect.stringMatching(reason) });
    expect(disk.state()).toEqual(OLD);
    expect([...disk.files.keys()].filter((name) => name.startsWith("changeover/"))).toEqual([
      "changeover/r1/trial.log",
    ]);
    expect(launcher.releases.folder).toBe("/data/releases/1.0/server");
    expect(running).toBe(true);
  });

  it("is not given up for two crashes, nor for crashes of different processes", async () => {
    const launcher = life();
    await launcher.start();
    for (const name of ["hub", "appliance"]) {
      launcher.changeovers.crashed(name, "code 1");
      launcher.changeovers.crashed(name, "code 1");
    }
    await launcher.settled();
    expect(record().state).toBe("trial");
  });

  it("whose trial is interrupted by starts is tried again, but not for ever", async () => {
    await life().start();
    await life().start();
    await life().start();
    expect(record()).toMatchObject({ state: "trial", starts: 3 });
    await life().start();
    expect(record()).toMatchObject({
      state: "back",
      reason: expect.stringMatching(/mehrmals neu gestartet/),
    });
    expect(disk.state()).toEqual(OLD);
  });

  it("to a release that is not there leaves everything as it was", async () => {
    disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, release: "9.9" }));
    await life().start();
    expect(record()).toMatchObject({ state: "back", reason: expect.stringContaining("9.9") });
    expect(disk.state()).toEqual(OLD);
  });

  it("is brought to an end on a full disk with the room that is kept for it", async () => {
    const launcher = life();
    await launcher.start();
    disk.files.set("reserve", "room");
    disk.full = true;
    await launcher.tell("bad", "Nein.");
    expect(record().state).toBe("back");
    expect(disk.state()).toEqual(OLD);
  });

  it.each([
    ["leads out", [{ path: "../x", with: null }]],
    ["is absolute", [{ path: "/etc/x", with: null }]],
    ["is the launcher's own", [{ path: "changeover.json", with: null }]],
    ["is a release", [{ path: "releases/1.0", with: null }]],
    ["comes from elsewhere", [{ path: "state.db", with: "projects/current.json" }]],
    ["comes from another changeover", [{ path: "state.db", with: "changeover/r2/new/state.db" }]],
    ["lies in another", [at("projects"), at("projects/versions")]],
  ])("that names what %s is not carried out", async (_what, replace) => {
    disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, replace }));
    await life().start();
    expect(disk.state()).toEqual(OLD);
    expect(said.join()).toContain("nicht lesbar");
  });
});

describe("a power cut", () => {
  const modes = [
    { half: false, forgets: false },
    { half: true, forgets: false },
    { half: false, forgets: true },
  ];

  /** Every start ends in the old or the new state, and as a whole. */
  async function everyMoment(act: () => Promise<void>, mode: (typeof modes)[number], ends: object[]) {
    let moments = 0;
    const seen = new Set<number>();
    for (let moment = 1; ; moment += 1) {
      fresh();
      disk.cut = { at: moment, ...mode };
      try {
        await act();
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
      }
      if (disk.cut) break;
      moments += 1;
      // Again in the middle of going on, somewhere else.
      disk.cut = { at: disk.operations + 1 + (moment % 5), ...mode };
      await life()
        .changeovers.open()
        .catch((error: unknown) => {
          if (!(error instanceof PowerCut)) throw error;
        });
      disk.cut = undefined;
      const last = life();
      await last.changeovers.open();
      const { state } = record();
      expect(["trial", "done", "back"], `after operation ${moment}`).toContain(state);
      if (state === "trial") {
        if (!disk.files.has("state.db-wal")) expect(disk.state(), `operation ${moment}`).toEqual(NEW);
        await last.tell("bad", "Nein.");
        expect(record().state).toBe("back");
      }
      const at = ends.findIndex((end) => same(end, disk.state()));
      expect(at, `between, after operation ${moment}: ${JSON.stringify(disk.state())}`).toBeGreaterThan(-1);
      seen.add(at);
    }
    expect(moments).toBeGreaterThan(10);
    return seen;
  }
  const same = (one: object, other: Record<string, string>) => {
    const entries = Object.entries(one);
    return (
      entries.length === Object.keys(other).length && entries.every(([name, text]) => other[name] === text)
    );
  };

  it.each(modes)(
    "at any file operation of the swap leaves the old state to go back to (%j)",
    async (mode) => {
      await everyMoment(() => life().start(), mode, [OLD]);
    },
  );

  it.each(modes)("at any file operation of putting back ends in the old state (%j)", async (mode) => {
    const act = async () => {
      const launcher = life();
      await launcher.start();
      await launcher.tell("bad", "Nein.");
    };
    await everyMoment(act, mode, [OLD]);
  });

  it.each(modes)(
    "at any file operation of ending it well ends in the old or the new state (%j)",
    async (mode) => {
      const act = async () => {
        const launcher = life();
        await launcher.changeovers.open();
        await launcher.tell("good");
      };
      const seen = await everyMoment(act, mode, [OLD, NEW]);
      expect(seen).toEqual(new Set([0, 1]));
    },
  );
});
