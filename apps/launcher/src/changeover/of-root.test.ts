/** Changeovers on a device, where the releases are root's and somebody else watches over them too. */
import {
  type Changeover,
  DeniedError,
  ManualClock,
  Scope,
  SerialQueue,
  UnavailableError,
} from "@hubwart/core";
import { beforeEach, expect, it } from "vitest";
import { PowerCutDisk } from "../testing/power-cut-disk.ts";
import { Changeovers } from "./changeovers.ts";
import { releasesBelow } from "./releases.ts";

const REQUEST = {
  id: "u1",
  kind: "update",
  replace: [],
  keep: ["state.db"],
  release: "2.0",
  gateMs: 60_000,
  state: "ready",
};

let data: PowerCutDisk;
let ofRoot: PowerCutDisk;
let asked: string[];
let away: boolean;
let said: string[];
beforeEach(() => {
  data = new PowerCutDisk();
  data.files = new Map([
    ["state.db", "old"],
    ["changeover.json", JSON.stringify(REQUEST)],
  ]);
  ofRoot = new PowerCutDisk();
  ofRoot.files = new Map([
    ["releases/1.0/x", ""],
    ["releases/2.0/x", ""],
    ["releases/current", "-> 1.0"],
  ]);
  asked = [];
  said = [];
  away = false;
});
const current = () => ofRoot.files.get("releases/current");
const record = () => JSON.parse(data.files.get("changeover.json") ?? "null") as Changeover;

/** As the service does it. */
const door = {
  async use(version: string) {
    ask(`use ${version}`);
    ofRoot.files.set("trial.json", current() ?? "");
    ofRoot.files.set("releases/current", `-> ${version}`);
  },
  async confirm(version: string) {
    ask(`confirm ${version}`);
    ofRoot.files.delete("trial.json");
  },
  async back(version: string) {
    ask(`back ${version}`);
    const before = ofRoot.files.get("trial.json") ?? ofRoot.files.get("confirmed.json");
    if (before === undefined && current() === `-> ${version}`) throw new DeniedError("bestätigt");
    if (before !== undefined) ofRoot.files.set("releases/current", before);
    ofRoot.files.delete("trial.json");
    ofRoot.files.delete("confirmed.json");
  },
};
function ask(what: string): void {
  if (away) throw new UnavailableError("antwortet nicht");
  asked.push(what);
}

/** One life of the launcher; "ended" when it ends for the next one. */
async function life(id = "u1") {
  const queue = new SerialQueue();
  const releases = releasesBelow(
    "/root",
    { folder: "/own", version: "0.1.0" },
    ofRoot,
    async () => undefined,
    door,
  );
  let state = "stopped";
  let stuck: unknown;
  const changeovers = new Changeovers({
    disk: data,
    releases,
    clock: new ManualClock(),
    scope: new Scope(),
    queue: (task) => queue.run(task),
    stop: async () => void (state = "stopped"),
    start: () => void (state = "running"),
    anew: () => void (state = "ended"),
    say: (line) => said.push(line),
    stuck: (error) => void (stuck = error),
  });
  await changeovers.open();
  state = releases.anew ? "ended" : "running";
  return {
    releases,
    state: () => state,
    stuck: () => stuck,
    async tell(say: "good" | "bad" | "begin", reason?: string) {
      changeovers.received({ t: "changeover", id, say, ...(reason ? { reason } : {}) });
      await queue.run(async () => undefined);
    },
  };
}
/** Switched, and started anew. */
async function onTrial() {
  expect((await life()).state()).toBe("ended");
  const next = await life();
  expect([next.state(), next.releases.current, record().state, record().starts]).toEqual([
    "running",
    "2.0",
    "trial",
    1,
  ]);
  data.files.set("state.db", "migrated");
  return next;
}

it("asks for the switch, ends for the next launcher, and settles what proved itself", async () => {
  const launcher = await onTrial();
  await launcher.tell("good");
  expect([launcher.state(), record().state, asked]).toEqual(["running", "done", ["use 2.0", "confirm 2.0"]]);
  expect((await life()).releases.current).toBe("2.0");
  expect(asked).toHaveLength(2);
});

it("is asked to begin while everything runs, and ends then too", async () => {
  data.files.delete("changeover.json");
  const launcher = await life();
  data.files.set("changeover.json", JSON.stringify(REQUEST));
  await launcher.tell("begin");
  expect([launcher.state(), record().state, current()]).toEqual(["ended", "trial", "-> 2.0"]);
});

it("puts release and settings back, and ends for the units of before", async () => {
  const launcher = await onTrial();
  await launcher.tell("bad", "Der Hub läuft nicht.");
  expect([launcher.state(), record().state, record().reason]).toEqual([
    "ended",
    "back",
    "Der Hub läuft nicht.",
  ]);
  expect([current(), data.files.get("state.db")]).toEqual(["-> 1.0", "old"]);
  expect((await life()).state()).toBe("running");
});

it("puts the settings back when the release was put back by others meanwhile", async () => {
  await onTrial();
  await door.back("2.0");
  const launcher = await life();
  expect([record().state, data.files.get("state.db"), launcher.releases.current]).toEqual([
    "back",
    "old",
    "1.0",
  ]);
  expect(record().reason).toContain("von selbst zur Version davor");
});

it("goes on as before if nobody answers, and ends rather than run what it cannot put back", async () => {
  away = true;
  const launcher = await life();
  expect([launcher.state(), launcher.releases.current]).toEqual(["running", "1.0"]);
  expect([record().state, current(), data.files.get("state.db")]).toEqual(["back", "-> 1.0", "old"]);

  away = false;
  data.files.set("changeover.json", JSON.stringify(REQUEST));
  const trial = await onTrial();
  away = true;
  await trial.tell("bad", "Nein.");
  expect([trial.stuck(), trial.state()]).toEqual([expect.any(UnavailableError), "stopped"]);
  await expect(life()).rejects.toThrow("antwortet nicht");
  away = false;
  expect((await life()).state()).toBe("ended");
  expect([record().state, current(), data.files.get("state.db")]).toEqual(["back", "-> 1.0", "old"]);
});

it("settles at the next start what could not be settled at once", async () => {
  const launcher = await onTrial();
  away = true;
  await launcher.tell("good");
  expect([record().state, said.at(-1), launcher.stuck()]).toEqual(["done", "antwortet nicht", undefined]);
  away = false;
  await life();
  expect(asked).toEqual(["use 2.0", "confirm 2.0"]);
});

it("lets a release stay that was confirmed before it was called bad", async () => {
  const launcher = await onTrial();
  await door.confirm("2.0");
  await launcher.tell("bad", "Nein.");
  expect([record().state, current(), launcher.stuck()]).toEqual(["back", "-> 2.0", undefined]);
});

const BACK = { ...REQUEST, id: "b1", release: "1.0" };
/** 2.0 was confirmed, and somebody wants what ran before. */
async function goingBack() {
  const launcher = await onTrial();
  await launcher.tell("good");
  asked.length = 0;
  ofRoot.files.set("confirmed.json", "-> 1.0");
  data.files.set("state.db", "newer");
  data.files.set("changeover.json", JSON.stringify(BACK));
  expect((await life("b1")).state()).toBe("ended");
  expect([current(), record().state, asked]).toEqual(["-> 1.0", "trial", ["back 2.0"]]);
  const next = await life("b1");
  data.files.set("state.db", "read by the older one");
  return next;
}

it("goes back to what ran before, with the settings as they are", async () => {
  const launcher = await goingBack();
  await launcher.tell("good");
  expect([record().state, current(), data.files.get("state.db"), launcher.state()]).toEqual([
    "done",
    "-> 1.0",
    "read by the older one",
    "running",
  ]);
  expect(asked).toEqual(["back 2.0"]);
});

it("runs what it went back from again if the older one does not come up, confirmed as before", async () => {
  const launcher = await goingBack();
  await launcher.tell("bad", "Nein.");
  expect([record().state, current(), data.files.get("state.db"), launcher.state()]).toEqual([
    "back",
    "-> 2.0",
    "newer",
    "ended",
  ]);
  expect(asked).toEqual(["back 2.0", "use 2.0", "confirm 2.0"]);
  expect(ofRoot.files.has("trial.json")).toBe(false);
  expect((await life("b1")).state()).toBe("running");
});

it("stays with what runs if root does not go back to that version", async () => {
  const launcher = await onTrial();
  await launcher.tell("good");
  data.files.set("changeover.json", JSON.stringify({ ...BACK, release: "0.5" }));
  ofRoot.files.set("confirmed.json", "-> 1.0");
  await life("b1");
  expect([record().state, record().reason, current()]).toEqual([
    "back",
    "Version 0.5 ist nicht die, die zuvor lief.",
    "-> 2.0",
  ]);
});
