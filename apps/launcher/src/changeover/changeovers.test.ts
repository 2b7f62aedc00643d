import { RESTART_REASONS } from "@hubwart/ipc";
import { beforeEach, describe, expect, it } from "vitest";
import { at, bench, fresh, life, NEW, OLD, REQUEST, record, STAGED } from "../testing/changeover-bench.ts";

beforeEach(() => {
  fresh();
  bench.said = [];
});

describe("a changeover", () => {
  it("replaces, removes and switches the release, and is tried", async () => {
    const launcher = life();
    await launcher.start();
    await launcher.changeovers.open();
    expect(record()).toMatchObject({ state: "trial", releaseBefore: "1.0" });
    expect(launcher.releases.folder).toBe("/data/releases/2.0/server");
    expect(bench.running).toBe(true);
  });

  it.each([
    ["restore", RESTART_REASONS.storeRestored],
    ["update", RESTART_REASONS.user],
  ])("says why the processes are started anew: %s", async (kind, reason) => {
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, kind, state: "done" }));
    const before = life();
    await before.start();
    expect(before.changeovers.reason).toBeUndefined();
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, kind }));
    const launcher = life();
    await launcher.start();
    await launcher.changeovers.open();
    expect(launcher.changeovers.reason).toBe(reason);
  });

  it("begins only when it is told so by its id, and stops everything first", async () => {
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, state: "done" }));
    const launcher = life();
    await launcher.start();
    bench.disk.files.set("changeover.json", JSON.stringify(REQUEST));
    for (const [name, content] of Object.entries(STAGED)) bench.disk.files.set(name, content);
    launcher.changeovers.received({ t: "changeover", id: "other", say: "begin" });
    await launcher.settled();
    expect(record().state).toBe("ready");
    let alive: boolean | undefined;
    const rename = bench.disk.rename.bind(bench.disk);
    bench.disk.rename = async (from, to) => {
      alive ??= bench.running;
      await rename(from, to);
    };
    await launcher.tell("begin");
    expect(alive).toBe(false);
    expect(bench.disk.state()).toEqual(NEW);
    expect(bench.running).toBe(true);
  });

  it("that is called good stays, and nothing of the old state is kept", async () => {
    const launcher = life();
    await launcher.changeovers.open();
    await launcher.tell("good");
    expect(record().state).toBe("done");
    expect(bench.disk.state()).toEqual(NEW);
    expect([...bench.disk.files.keys()].filter((name) => name.startsWith("changeover/"))).toEqual([]);
    bench.clock.advance(3_600_000);
    await launcher.settled();
    expect(record().state).toBe("done");
  });

  it.each<[string, (launcher: ReturnType<typeof life>) => void, RegExp]>([
    ["that the gate runs out for", () => bench.clock.advance(60_000), /60 Sekunden/],
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
    bench.disk.files.set("changeover/r1/trial.log", "why");
    spoil(launcher);
    await launcher.settled();
    expect(bench.stuck).toBeUndefined();
    expect(record()).toMatchObject({ state: "back", reason: expect.stringMatching(reason) });
    expect(bench.disk.state()).toEqual(OLD);
    expect([...bench.disk.files.keys()].filter((name) => name.startsWith("changeover/"))).toEqual([
      "changeover/r1/trial.log",
    ]);
    expect(launcher.releases.folder).toBe("/data/releases/1.0/server");
    expect(bench.running).toBe(true);
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
    expect(bench.disk.state()).toEqual(OLD);
  });

  it("to a release that is not there leaves everything as it was", async () => {
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, release: "9.9" }));
    await life().start();
    expect(record()).toMatchObject({ state: "back", reason: expect.stringContaining("9.9") });
    expect(bench.disk.state()).toEqual(OLD);
  });

  it("is brought to an end on a full disk with the room that is kept for it", async () => {
    const launcher = life();
    await launcher.start();
    bench.disk.files.set("reserve", "room");
    bench.disk.full = true;
    await launcher.tell("bad", "Nein.");
    expect(record().state).toBe("back");
    expect(bench.disk.state()).toEqual(OLD);
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
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, replace }));
    await life().start();
    expect(bench.disk.state()).toEqual(OLD);
    expect(bench.said.join()).toContain("nicht lesbar");
  });
});

describe("an update that was called good", () => {
  const MINUTES = 60_000;
  const onTrial = async () => {
    bench.disk.files.set("changeover.json", JSON.stringify({ ...REQUEST, trialMs: 15 * MINUTES }));
    const launcher = life();
    await launcher.start();
    await launcher.tell("good");
    return launcher;
  };
  const passes = async (launcher: ReturnType<typeof life>, ms: number) => {
    bench.clock.advance(ms);
    await launcher.settled();
  };
  it("stays on trial for its time, and is done then", async () => {
    const launcher = await onTrial();
    expect(record()).toMatchObject({ state: "trial", good: true });
    expect(launcher.changeovers.onTrial).toEqual({ id: "r1", left: 15 * MINUTES, crashes: 0 });
    await passes(launcher, 14 * MINUTES);
    expect(launcher.changeovers.onTrial?.left).toBe(MINUTES);
    bench.clock.jump(86_400_000);
    expect(launcher.changeovers.onTrial?.left).toBe(MINUTES);
    await passes(launcher, MINUTES);
    expect(record().state).toBe("done");
    expect(launcher.changeovers.onTrial).toBeUndefined();
    expect([...bench.disk.files.keys()].filter((name) => name.startsWith("changeover/"))).toEqual([]);
  });
  it("is put back over its third crash, also when starts of the launcher lie between", async () => {
    const first = await onTrial();
    first.changeovers.crashed("hub", "SIGSEGV");
    first.changeovers.crashed("hub", "SIGSEGV");
    await passes(first, 5 * MINUTES);
    const next = life();
    await next.start();
    expect(next.changeovers.onTrial).toEqual({ id: "r1", left: 10 * MINUTES, crashes: 2 });
    next.changeovers.crashed("hub", "SIGSEGV");
    await next.settled();
    expect(record()).toMatchObject({ state: "back", reason: expect.stringContaining("3 Mal unerwartet") });
    expect(bench.disk.state()).toEqual(OLD);
  });
  it("is put back when it is called bad", async () => {
    const launcher = await onTrial();
    await launcher.tell("bad", "Nicht wieder verbunden.");
    expect(record()).toMatchObject({ state: "back", reason: "Nicht wieder verbunden." });
    expect(bench.disk.state()).toEqual(OLD);
    await passes(launcher, 20 * MINUTES);
    expect(record().state).toBe("back");
  });
  it("goes on after any number of starts that were asked for, not after a fourth that was not", async () => {
    let launcher = await onTrial();
    for (let i = 0; i < 5; i += 1) {
      await passes(launcher, MINUTES);
      await launcher.changeovers.rest();
      launcher = life();
      await launcher.start();
    }
    expect(launcher.changeovers.onTrial?.left).toBe(10 * MINUTES);
    for (let i = 0; i < 4; i += 1) {
      expect(record().state).toBe("trial");
      launcher = life();
      await launcher.start();
    }
    expect(record()).toMatchObject({
      state: "back",
      reason: expect.stringMatching(/mehrmals neu gestartet/),
    });
  });
  it("stays on trial on a full disk", async () => {
    const launcher = await onTrial();
    bench.disk.full = true;
    await passes(launcher, MINUTES);
    expect([bench.stuck, launcher.changeovers.onTrial?.left]).toEqual([undefined, 14 * MINUTES]);
  });
});
