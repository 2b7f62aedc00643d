import { ConflictError, ManualClock, NotFoundError } from "@hubwart/core";
import type { SiteAsked } from "@hubwart/fleet";
import { beforeEach, expect, it, vi } from "vitest";
import type { Person } from "../register/people.ts";
import { FakeFleet } from "../testing/fake-fleet.ts";
import { Projects, type ReadWorkbook } from "./projects.ts";

const ANNA: Person = { id: "anna", name: "Anna", level: "engineer", created: 1 };
const UPLOAD = { name: "Heizung", filename: "heizung.xlsx", file: Buffer.from("xlsx").toString("base64") };

let fleet: FakeFleet;
let workbook: ReadWorkbook;
let asked: SiteAsked[];
let lost: string | undefined;
let rows: { data: string }[];
beforeEach(() => {
  fleet = new FakeFleet(3);
  [asked, lost, rows] = [[], undefined, []];
  workbook = {
    errors: [],
    scripts: {},
    sheets: [
      { name: "pods", above: [], columns: ["id", "host"], rows: [["modb.a", "{{host}}"]] },
      {
        name: "sites",
        above: [],
        columns: ["site", "host"],
        rows: [
          [fleet.site(0).name, "wert-zehn"],
          [fleet.site(1).name, "wert-elf"],
          ["Mond", "wert-mond"],
        ],
      },
    ],
  };
});

const open = () =>
  Projects.open({
    database: {
      query: async (text, values) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (text.startsWith("INSERT")) rows = [{ data: String(values?.[2]) }];
        return text.startsWith("SELECT") ? rows : [];
      },
    },
    sites: fleet,
    routed: { act },
    clock: new ManualClock(5_000),
    read: async () => workbook,
  });

async function act(call: SiteAsked) {
  asked.push(call);
  if (call.call === lost) throw new Error("Der Standort hat nicht rechtzeitig geantwortet.");
  return await fleet.act(call);
}

/** What each of them runs. */
const run = (...hashes: string[]) => {
  for (const [nr, hash] of hashes.entries()) fleet.site(nr).projects.run(hash);
};

async function looked(projects: Projects, id: string) {
  projects.look(id, ANNA);
  await vi.waitFor(() => expect(projects.asking(id)).toBe(false));
  return projects.sites(id);
}

it("asks each site with its own values, and nobody counts as the same who was not asked", async () => {
  const projects = await open();
  const id = await projects.save(UPLOAD, ANNA);
  expect(projects.sites(id).map(({ at, state }) => [state, at])).toEqual([
    ["unknown", 0],
    ["unknown", 0],
    ["unknown", 0],
  ]);
  run("wert-zehn", "anderes");
  const [ten, eleven, moon] = await looked(projects, id);
  expect(ten).toMatchObject({ state: "same", changes: 0, at: 5_000 });
  expect(eleven).toMatchObject({ state: "differs", changes: 1 });
  expect(moon).toMatchObject({ state: "unknown", reason: expect.stringContaining("dieses Namens") });
  expect(projects.difference(id, fleet.site(1).hub).changes).toMatchObject([{ chan: "modb.pod.a" }]);
  // Nothing is published, and no draft is left.
  expect(asked.map(({ call }) => call).filter((call) => call === "draftDelete")).toHaveLength(2);
  expect(asked.some(({ params }) => params?.["action"] === "publish")).toBe(false);
});

it("counts all that differs, and lists as much as a person reads", async () => {
  const projects = await open();
  const id = await projects.save(UPLOAD, ANNA);
  run("anderes");
  fleet.site(0).projects.changes = 1_200;
  const [first, empty] = await looked(projects, id);
  expect(first).toMatchObject({ state: "differs", changes: 1_200, reason: "" });
  expect(projects.difference(id, fleet.site(0).hub).changes).toHaveLength(500);
  expect(empty).toMatchObject({ state: "differs", reason: "Dort läuft noch kein Projekt." });
});

it("names the first error, and removes the draft where a site falls silent", async () => {
  const projects = await open();
  workbook.sheets[1]?.rows.splice(1, 1, [fleet.site(1).name, "wert-falsch"]);
  const id = await projects.save(UPLOAD, ANNA);
  run("wert-zehn", "anderes");
  const [, wrong] = await looked(projects, id);
  expect(wrong).toMatchObject({ state: "errors", reason: "pods, Zeile 2: falsch" });
  [lost, asked] = ["draftPublish", []];
  const [silent] = await looked(projects, id);
  expect(silent).toMatchObject({ state: "unknown", reason: expect.stringContaining("rechtzeitig"), at: 0 });
  expect(asked.filter(({ call }) => call === "draftDelete")).toHaveLength(2);
  expect(() => projects.difference(id, fleet.site(0).hub)).toThrow(NotFoundError);
});

it("asks no site that is away, locked out, or shares its name", async () => {
  const projects = await open();
  const id = await projects.save(UPLOAD, ANNA);
  fleet.site(0).online = false;
  fleet.site(1).revoked = 1;
  expect((await looked(projects, id)).map(({ reason }) => reason)).toMatchObject([
    expect.stringContaining("nicht verbunden"),
    expect.stringContaining("gesperrt"),
    expect.anything(),
  ]);
  expect(asked).toEqual([]);
  Object.assign(fleet.site(2), { name: fleet.site(0).name });
  fleet.site(0).online = true;
  const [twice] = await looked(projects, id);
  expect(asked).toEqual([]);
  expect(twice).toMatchObject({
    reason: expect.stringContaining("Mehrere"),
    state: "unknown",
  });
});

it("keeps what was uploaded over a restart, and forgets what was found when another one comes", async () => {
  const projects = await open();
  const id = await projects.save(UPLOAD, ANNA);
  run("wert-zehn", "wert-elf");
  await looked(projects, id);
  projects.look(id, ANNA);
  await projects.save({ ...UPLOAD, id, filename: "neu.xlsx" }, ANNA);
  await vi.waitFor(() => expect(asked.filter(({ call }) => call === "draftDelete").length).toBe(4));
  expect(projects.sites(id)[0]).toMatchObject({ state: "unknown", at: 0 });
  const again = await open();
  expect(again.list()).toMatchObject([{ id, name: "Heizung", filename: "neu.xlsx", sites: 3, by: "Anna" }]);
  expect((await looked(again, id))[0]?.state).toBe("same");
});

it("refuses a name that is taken, a file with errors, and one that is too large", async () => {
  const projects = await open();
  await projects.save(UPLOAD, ANNA);
  await expect(projects.save(UPLOAD, ANNA)).rejects.toThrow("gibt es schon");
  await expect(projects.save({ ...UPLOAD, id: "none" }, ANNA)).rejects.toThrow(NotFoundError);
  workbook.errors = [{ ErrText: "keine Tabellen", Ref: "heizung.xlsx||" }];
  await expect(projects.save({ ...UPLOAD, name: "x" }, ANNA)).rejects.toThrow(
    "keine Tabellen (heizung.xlsx)",
  );
  const file = Buffer.alloc(8 * 1024 * 1024 + 1).toString("base64");
  await expect(projects.save({ ...UPLOAD, name: "x", file }, ANNA)).rejects.toThrow("8 MB");
});

it("say to the second of two people that a name is taken, also at the same moment", async () => {
  const projects = await open();
  const saves = [projects.save(UPLOAD, ANNA), projects.save(UPLOAD, ANNA)];
  const [first, second] = await Promise.allSettled(saves);
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: expect.any(ConflictError) });
  expect(projects.list()).toHaveLength(1);
});
