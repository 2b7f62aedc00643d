import type { DraftDocument } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { suggest } from "./suggest.ts";

const table = (name: string, columns: string[], ...rows: string[][]): DraftDocument["tables"][number] => ({
  id: name,
  name,
  above: [],
  columns: columns.map((column) => ({ id: column, name: column })),
  rows: rows.map((cells, at) => ({
    id: `${name}${at}`,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])),
  })),
});
const DRAFT: DraftDocument = {
  tables: [
    table("pods", ["id"], ["ping.a"], ["email.mail"], ["chat.haus"]),
    table("ping", ["pod", "channel"], ["a", "da"], ["a", "zeit"]),
    table("email", ["pod", "channel"], ["mail", "technik"]),
    table("constants", ["channel"], ["grenze"]),
    table(
      "alarms",
      ["id", "source", "limit", "class", "parent", "enable", "text"],
      ["langsam", "ping.a.zeit", "", "technik", "", "", "Zu langsam"],
    ),
    table("classes", ["class", "way"], ["technik", "email.mail"], ["nacht", "email.mail"]),
  ],
  scripts: {},
};
const found = (name: string, column: string, text = "") => suggest(DRAFT, { table: name, column, text });

describe("of alarms", () => {
  it.each(["source", "limit", "enable"])("channels and constants are offered for %s", (column) => {
    expect(found("alarms", column)).toEqual([
      "ping.a.da",
      "ping.a.zeit",
      "email.mail.technik",
      "const.main.grenze",
    ]);
  });

  it("classes, other alarms and what stands in the column already are offered", () => {
    expect(found("alarms", "class")).toEqual(["technik", "nacht"]);
    expect(found("alarms", "parent", "lang")).toEqual(["langsam"]);
    expect(found("alarms", "text")).toEqual(["Zu langsam"]);
  });

  it("the second limit is offered behind the first", () => {
    expect(found("alarms", "limit", "ping.a.zeit;gren")).toEqual(["ping.a.zeit;const.main.grenze"]);
  });
});

it("offers as ways what tells people, behind those that stand there", () => {
  expect(found("classes", "way")).toEqual(["email.mail", "chat.haus", "email.mail.technik"]);
  expect(found("classes", "way", "chat.haus, tech")).toEqual(["chat.haus,email.mail.technik"]);
  expect(found("classes", "class", "n")).toEqual(["technik", "nacht"]);
});

it("takes a comma in other cells as it is", () => {
  expect(found("alarms", "text", "x, Zu")).toEqual([]);
});

it("the types of pods are offered for the name of a new one", () => {
  expect(found("pods", "id", "modb_c")).toEqual(["modb_client."]);
  expect(found("pods", "id", "ping.")).toEqual(["ping.a", "ping."]);
});
