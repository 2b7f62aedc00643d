/** Channels of email and chat that send by their own trigger, as alarms: what comes out compiles and means the same. */
import type { DraftCell, DraftDocument, DraftTable } from "@hubwart/contract";
import { applyStep, tablesOfDraft } from "@hubwart/draft";
import { podSchemas } from "@hubwart/pods/schemas";
import { compileTables } from "@hubwart/project/tables";
import { expect, it } from "vitest";
import { answerOf } from "./answer.ts";

function table(name: string, columns: string[], ...rows: DraftCell[][]): DraftTable {
  return {
    id: name,
    name,
    above: [],
    columns: columns.map((column) => ({ id: `${name}-${column}`, name: column })),
    rows: rows.map((cells, at) => ({
      id: `${name}${at}`,
      cells: Object.fromEntries(
        cells.flatMap((cell, place) => (cell === null ? [] : [[`${name}-${columns[place]}`, cell]])),
      ),
    })),
  };
}

const DRAFT: DraftDocument = {
  tables: [
    table("project", ["key", "value"], ["id", "haus"]),
    table(
      "pods",
      ["id", "host", "from", "to"],
      ["ping.netz", null, null, null],
      ["email.mail", "mail.example.org", "hub@example.org", "technik@example.org"],
    ),
    table(
      "ping",
      ["pod", "channel", "host", "measure", "type"],
      ["netz", "zeit", "192.0.2.1", "rtt", "float"],
      ["netz", "da", "192.0.2.1", "reachable", "bool"],
    ),
    table(
      "email",
      ["pod", "channel", "type", "to", "when", "limit", "hysteresis", "after", "text", "clear"],
      [
        "mail",
        "langsam",
        "float",
        null,
        "above",
        200,
        20,
        null,
        "{chan} ist {value} ms um {iso}",
        "wieder gut",
      ],
      ["mail", "weg", "bool", "chef@example.org", "false", null, null, null, null, null],
      ["mail", "stumm", "float", null, "bad", null, null, 300, null, null],
      ["mail", "alles", "float", null, null, null, null, null, null, null],
      ["mail", "frei", "float", null, "above", 1, null, null, null, null],
      ["mail", "anders", "float", null, "above", 1, null, null, null, null],
    ),
    table(
      "links",
      ["source", "target", "scale", "invert"],
      ["ping.netz.zeit", "email.mail.langsam", null, null],
      ["ping.netz.da", "email.mail.weg", null, "nein"],
      ["ping.netz.zeit", "email.mail.stumm", null, null],
      ["ping.netz.zeit", "email.mail.alles", null, null],
      ["ping.netz.zeit", "email.mail.anders", 1000, null],
    ),
  ],
  scripts: {},
};

const ask = async (document: DraftDocument, row: string) => {
  const answer = await answerOf(document, {
    kind: "offerAlarm",
    about: { table: "email", row, prefix: `n${row}` },
  });
  if (!answer || !("ops" in answer || "refused" in answer)) throw new Error("no plan");
  return answer;
};
/** One after the other, as somebody does it. */
async function offered(...rows: string[]): Promise<DraftDocument> {
  let document = DRAFT;
  for (const row of rows) {
    const plan = await ask(document, row);
    if (!("ops" in plan)) throw new Error(plan.refused);
    document = applyStep(document, plan.ops).document;
  }
  return document;
}
const compiled = async (document: DraftDocument) => {
  const { compiled: project, errors } = await compileTables(
    tablesOfDraft(document, () => "geheim"),
    {
      schemas: podSchemas,
      loadLua: () => Promise.resolve(() => Promise.resolve(undefined)),
    },
  );
  expect(errors).toEqual([]);
  return project;
};

it("makes a row of each link that leads there, with the class of its recipients, and takes the link away", async () => {
  const before = await compiled(DRAFT);
  expect(before?.links).toHaveLength(5);
  const after = await compiled(await offered("email0", "email1", "email2"));
  expect(after?.alarms).toMatchObject([
    {
      id: "langsam",
      source: "ping.netz.zeit",
      kind: "above",
      limits: [200],
      hysteresis: 20,
      text: "{channel} ist {value} ms um",
      class: "langsam",
    },
    { id: "stumm", source: "ping.netz.zeit", kind: "bad", onDelay: 300_000, class: "langsam" },
    { id: "weg", source: "ping.netz.da", kind: "false", class: "weg" },
  ]);
  // Those without recipients of their own are told on their pod's, by one class for all of them.
  expect(after?.alarmClasses).toMatchObject([
    { id: "langsam", steps: [{ ways: ["email.mail"] }] },
    { id: "weg", steps: [{ ways: ["email.mail.weg"] }] },
  ]);
  expect(after?.links.map(({ target }) => target)).toEqual(["email.mail.alles", "email.mail.anders"]);
  expect(after?.pods.find(({ id }) => id === "email.mail")?.channels).toHaveLength(6);
});

it("turns a condition round where the link does, and gives a name that is taken a number", async () => {
  const links = DRAFT.tables.find(({ name }) => name === "links");
  if (!links) throw new Error("no links");
  const inverted = applyStep(DRAFT, [
    { op: "set", table: "links", cells: [["links1", "links-invert", "ja"]] },
  ]).document;
  const plan = await ask(inverted, "email1");
  if (!("ops" in plan)) throw new Error(plan.refused);
  const once = applyStep(inverted, plan.ops).document;
  const again = applyStep(once, [
    {
      op: "insert",
      table: "links",
      after: null,
      rows: [{ id: "more", cells: { "links-source": "ping.netz.da", "links-target": "email.mail.weg" } }],
    },
  ]).document;
  const second = await answerOf(again, {
    kind: "offerAlarm",
    about: { table: "email", row: "email1", prefix: "z" },
  });
  if (!second || !("ops" in second)) throw new Error("no plan");
  const project = await compiled(applyStep(again, second.ops).document);
  expect(project?.alarms?.map(({ class: of, id, kind }) => [id, kind, of])).toEqual([
    ["weg", "true", "weg"],
    ["weg-2", "false", "weg"],
  ]);
});

it("can be taken back, all of it", async () => {
  const plan = await ask(DRAFT, "email0");
  if (!("ops" in plan)) throw new Error(plan.refused);
  const { document, inverse } = applyStep(DRAFT, plan.ops);
  expect(applyStep(document, inverse).document).toEqual(DRAFT);
});

it.each([
  ["email3", "noCondition"],
  ["email4", "noSource"],
  ["email5", "changed"],
])("refuses %s: %s", async (row, refused) => {
  expect(await ask(DRAFT, row)).toEqual({ refused });
});
