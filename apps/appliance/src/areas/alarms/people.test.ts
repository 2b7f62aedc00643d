import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { settingsOf } from "@hubwart/alarms/settings";
import { type CallName, calls } from "@hubwart/contract";
import { ConflictError, createLogger, InvalidInputError, MemoryLogSink, NotFoundError } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { AlarmPeople } from "./people.ts";
import { alarmPeopleHandlers } from "./people-routes.ts";

/** A Wednesday, 12:00 in Berlin. */
const NOW = Date.parse("2026-11-25T11:00:00Z");
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let folder: string;
let file: string;
let zone: string;
const sink = new MemoryLogSink();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "people-"));
  file = path.join(folder, "alarm-settings.json");
  zone = "Europe/Berlin";
});
afterEach(() => rmSync(folder, { recursive: true }));

async function open(used: string[] = []) {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  hub.answers.alarmSettings = () => ({});
  const people = await AlarmPeople.open({
    file,
    clock: { now: () => NOW },
    log: createLogger("system", "alarms", sink),
    hub,
    zone: () => (zone === "" ? Promise.reject(new Error("no answer")) : Promise.resolve(zone)),
  });
  const handlers = alarmPeopleHandlers(people, () => used);
  const audits: unknown[] = [];
  const ask = async (name: CallName, given: { query?: object; body?: object } = {}) => {
    const spec = calls[name];
    const body =
      "body" in spec && spec.body ? spec.body.safeParse(given.body) : { data: undefined, error: undefined };
    expect(body.error).toBeUndefined();
    const request = { ...given, body: body.data, audit: (detail: unknown) => audits.push(detail) };
    const answer = await (handlers[name] as (request: unknown) => Promise<object>)(request);
    if ("answer" in spec) expect(spec.answer.safeParse({ code: 0, ...answer }).error).toBeUndefined();
    return answer;
  };
  const add = async (body: object = ANNA) => ((await ask("alarmPersonSave", { body })) as { id: string }).id;
  return { people, add, ask, audits, hub };
}

const ANNA = {
  name: "Anna",
  email: "anna@example.org",
  chats: [{ pod: "chat.haus", to: "42" }],
  absences: [],
};
const roster = (people: string[], over: object = {}) => ({
  id: "technik",
  shifts: [{ days: EVERY_DAY, from: "00:00", to: "24:00", people }],
  ...over,
});

describe("people", () => {
  it("are kept, and the engine hears of each change", async () => {
    const { add, ask, audits, hub } = await open();
    const id = await add();
    await ask("alarmPersonSave", { body: { id, ...ANNA, name: " Anna Berger ", email: undefined } });
    expect(settingsOf(readFileSync(file, "utf8"))).toMatchObject({
      zone: "Europe/Berlin",
      people: [{ id, name: "Anna Berger", chats: [{ pod: "chat.haus", to: "42" }] }],
    });
    expect(hub.asked.map(({ name }) => name)).toEqual(["alarmSettings", "alarmSettings"]);
    expect(audits).toMatchObject([
      { after: { person: "Anna", email: "anna@example.org", chats: ["chat.haus: 42"] } },
      { before: { person: "Anna" }, after: { person: "Anna Berger", email: "" } },
    ]);
    const again = await open();
    expect(await again.ask("alarmPeople")).toMatchObject({ people: [{ id, name: "Anna Berger" }] });
    await again.ask("alarmPersonRemove", { body: { id } });
    await expect(again.ask("alarmPersonRemove", { body: { id } })).rejects.toThrow(NotFoundError);
  });

  it("have names of their own, sensible absences, and one address a chat", async () => {
    const { ask } = await open();
    await ask("alarmPersonSave", { body: ANNA });
    const wrong = (body: object) => ask("alarmPersonSave", { body: { ...ANNA, name: "Bert", ...body } });
    await expect(wrong({ name: "Anna" })).rejects.toThrow("Eine Person „Anna“ gibt es schon.");
    await expect(wrong({ absences: [{ from: "2026-12-24", to: "2026-12-23" }] })).rejects.toThrow(
      "absences.0.to: Der letzte Tag liegt vor dem ersten.",
    );
    await expect(wrong({ chats: [ANNA.chats[0], ANNA.chats[0]] })).rejects.toThrow(InvalidInputError);
  });

  it.each([
    { name: " " },
    { email: "anna" },
    { email: "anna@a, bert@b" },
    { absences: [{ from: "2026-02-30", to: "2026-03-01" }] },
    { chats: [{ pod: "email.mail", to: "x" }] },
  ])("are refused at the edge with %j", (over) => {
    expect(calls.alarmPersonSave.body.safeParse({ ...ANNA, ...over }).success).toBe(false);
  });
});

describe("a roster", () => {
  it("says who is on duty, and whether the project asks for it", async () => {
    const { add, ask, people } = await open(["technik", "leitung"]);
    const id = await add();
    expect(people.unmanned(["technik"])).toEqual(["technik"]);
    await ask("alarmRosterSave", { body: roster([id]) });
    expect(await ask("alarmPeople")).toMatchObject({
      rosters: [{ id: "technik", now: id, used: true }],
      missing: ["leitung"],
    });
    expect(people.unmanned(["technik", "leitung"])).toEqual(["leitung"]);
    const query = { roster: "technik", from: NOW, to: NOW + 3_600_000 };
    expect(await ask("alarmDuty", { query })).toEqual({
      spans: [{ from: NOW, to: NOW + 3_600_000, person: id }],
    });
    await expect(ask("alarmDuty", { query: { ...query, to: NOW } })).rejects.toThrow(InvalidInputError);
    await expect(ask("alarmDuty", { query: { ...query, to: NOW + 63 * 86_400_000 } })).rejects.toThrow(
      "62 Tage",
    );
    await expect(ask("alarmDuty", { query: { ...query, roster: "x" } })).rejects.toThrow(NotFoundError);
  });

  it("keeps its people from being removed, and can be renamed and removed itself", async () => {
    const { add, ask, audits } = await open();
    const id = await add();
    await ask("alarmRosterSave", { body: roster([id]) });
    await expect(ask("alarmPersonRemove", { body: { id } })).rejects.toThrow(ConflictError);
    await ask("alarmRosterSave", {
      body: roster([id], { id: "nacht", was: "technik", turns: { since: "2026-11-23", at: "08:00" } }),
    });
    expect(audits.at(-1)).toEqual({
      before: { roster: "technik", shifts: ["1 2 3 4 5 6 7, 00:00–24:00: Anna"], turns: "" },
      after: { roster: "nacht", shifts: ["1 2 3 4 5 6 7, 00:00–24:00: Anna"], turns: "2026-11-23 08:00" },
    });
    await ask("alarmRosterRemove", { body: { id: "nacht" } });
    await ask("alarmPersonRemove", { body: { id } });
    expect(settingsOf(readFileSync(file, "utf8"))).toMatchObject({ people: [], rosters: [] });
  });

  it("has a name of its own, and only people there are, each once a shift", async () => {
    const { add, ask } = await open();
    const id = await add();
    await ask("alarmRosterSave", { body: roster([id]) });
    await expect(ask("alarmRosterSave", { body: roster([id]) })).rejects.toThrow("gibt es schon");
    await expect(ask("alarmRosterSave", { body: roster(["ab"], { id: "x" }) })).rejects.toThrow(
      "shifts.0.people.0: Diese Person gibt es nicht.",
    );
    await expect(ask("alarmRosterSave", { body: roster([id, id], { id: "x" }) })).rejects.toThrow(
      "nur einmal",
    );
    await expect(ask("alarmRosterSave", { body: roster([id], { was: "fort" }) })).rejects.toThrow(
      NotFoundError,
    );
  });
});

it("keeps how links begin, and forgets it", async () => {
  const { ask, audits } = await open();
  await ask("alarmLinkSave", { body: { link: "https://haus.example.org" } });
  expect(await ask("alarmPeople")).toMatchObject({ link: "https://haus.example.org" });
  await ask("alarmLinkSave", { body: { link: "" } });
  expect(await ask("alarmPeople")).not.toHaveProperty("link");
  expect(audits).toEqual([
    { before: { link: "" }, after: { link: "https://haus.example.org" } },
    { before: { link: "https://haus.example.org" }, after: { link: "" } },
  ]);
  for (const link of ["haus", "https://haus/pfad", "javascript:alert(1)", "https://a b"])
    expect(calls.alarmLinkSave.body.safeParse({ link }).success).toBe(false);
});

it("opens with the zone that it knew where the device does not tell its zone", async () => {
  await (await open()).ask("alarmLinkSave", { body: { link: "" } });
  zone = "";
  expect((await open()).people.settings.zone).toBe("Europe/Berlin");
});

it("follows the zone of the device", async () => {
  const { hub, people } = await open();
  await people.followZone();
  expect(hub.asked).toEqual([]);
  zone = "America/New_York";
  await people.followZone();
  expect(settingsOf(readFileSync(file, "utf8")).zone).toBe("America/New_York");
  expect(hub.asked).toHaveLength(1);
});

it("says that what was kept is lost, until something is kept again", async () => {
  writeFileSync(file, `{"format":1,"zone":"Mond","people":[`);
  const { ask, people } = await open();
  expect(people.damaged).toBe(true);
  expect(readdirSync(folder)).toEqual(["alarm-settings.json.damaged"]);
  expect((await open()).people.damaged).toBe(true);
  await ask("alarmPersonSave", { body: ANNA });
  expect(people.damaged).toBe(false);
});

it("keeps what two people do at once, and works on while the hub is away", async () => {
  const { ask, hub } = await open();
  hub.goAway();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask("alarmPersonSave", { body: { ...ANNA, name: `P${n}` } })),
  );
  expect(settingsOf(readFileSync(file, "utf8")).people).toHaveLength(20);
});
