import { ManualClock, NotFoundError } from "@hubwart/core";
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
/** What the hub says of the check, by the host in its draft. */
let hashes: Record<string, string>;
let lost: string | undefined;
let rows: { data: string }[];
beforeEach(() => {
  fleet = new FakeFleet(3);
  [asked, hashes, lost, rows] = [[], {}, undefined, []];
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
          [fleet.site(0).name, "ten"],
          [fleet.site(1).name, "eleven"],
          ["Mond", "none"],
        ],
      },
    ],
  };
});

const open = () =>
  Projects.open({
    database: {
      query: async (text, values) => {
        if (text.startsWith("INSERT")) rows = [{ data: String(values?.[2]) }];
        return text.startsWith("SELECT") ? rows : [];
      },
    },
    sites: fleet,
    routed: { act: async (call) => ({ status: 200, answer: answerTo(call) }) },
    clock: new ManualClock(5_000),
    read: async () => workbook,
  });

function answerTo(call: SiteAsked): object {
  asked.push(call);
  if (call.call === lost) throw new Error("Der Standort hat nicht rechtzeitig geantwortet.");
  if (call.call === "draftCreate") return { code: 0, id: "d7", rebuilt: false };
  if (call.call === "draftSteps") {
    const { after, steps } = call.body as { after: number; steps: object[] };
    return {
      code: 0,
      done: steps.map((step) => ({ ...step, seq: after + 1, at: 1, by: "", inverse: [] })),
      missing: [],
    };
  }
  if (call.call !== "draftPublish") return { code: 0 };
  const host =
    /ten|eleven/.exec(
      JSON.stringify(asked.findLast((one) => one.call === "draftSteps" && one.hub === call.hub)),
    )?.[0] ?? "";
  const change = { kind: "pod", chan: "modb.pod.a", change: "changed" };
  const hash = hashes[host] ?? "";
  const error = {
    Ref: "a|pods|2",
    Channel: "",
    ErrCode: 1100,
    Attribute: "",
    ErrText: "falsch",
    Hint: "",
    Level: "error",
  };
  return {
    code: 0,
    old_hash: "aa",
    new_hash: hash,
    restart: false,
    errors: hash === "" ? [error] : [],
    changes: hash === "aa" ? [] : [change],
    links_changed: 0,
  };
}

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
  hashes = { ten: "aa", eleven: "bb" };
  const [ten, eleven, moon] = await looked(projects, id);
  expect(ten).toMatchObject({ state: "same", changes: 0, at: 5_000 });
  expect(eleven).toMatchObject({ state: "differs", changes: 1 });
  expect(moon).toMatchObject({ state: "unknown", reason: expect.stringContaining("dieses Namens") });
  expect(projects.difference(id, fleet.site(1).hub).changes).toMatchObject([{ chan: "modb.pod.a" }]);
  // Nothing is published, and no draft is left.
  expect(asked.map(({ call }) => call).filter((call) => call === "draftDelete")).toHaveLength(2);
  expect(asked.some(({ params }) => params?.["action"] === "publish")).toBe(false);
});

it("names the first error, and removes the draft where a site falls silent", async () => {
  const projects = await open();
  const id = await projects.save(UPLOAD, ANNA);
  hashes = { ten: "aa" };
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
  hashes = { ten: "aa", eleven: "aa" };
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
