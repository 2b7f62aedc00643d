import { describe, expect, it } from "vitest";
import { Report } from "./report.ts";

describe("the list of errors", () => {
  it("passes on nothing that steers a terminal or turns the writing", () => {
    const report = new Report();
    const where = { file: "a\u001b[2J.csv", table: "t\u202ex", channel: "c\u009b31m", attribute: "a\nb" };
    report.add("reservedName", where, { name: "\u001b]0;Titel\u0007" });
    const [entry] = report.entries();
    expect(JSON.stringify(entry)).not.toMatch(/\\u00|\\n|[\p{Cc}\u202e]/u);
    expect(entry).toMatchObject({ Ref: "a\ufffd[2J.csv|t\ufffdx|", Channel: "c\ufffd31m" });
    expect(entry?.ErrText).toContain("\ufffd]0;Titel\ufffd");
  });

  it("comes table by table as they stand in the upload, then line by line, what is of no table first", () => {
    const report = new Report();
    const add = (table: string | undefined, line?: number) =>
      report.add(
        "reservedName",
        {
          file: "a.xlsx",
          ...(table === undefined ? {} : { table }),
          ...(line === undefined ? {} : { line }),
        },
        { name: "pod" },
      );
    add("links", 12);
    add("mqtt", 7);
    add("missing");
    add("links", 3);
    add(undefined);
    add("mqtt");
    const tables = ["mqtt", "links"].map((table) => ({ file: "a.xlsx", table }));
    expect(report.entries(tables).map(({ Ref }) => Ref)).toEqual([
      "a.xlsx||",
      "a.xlsx|mqtt|",
      "a.xlsx|mqtt|7",
      "a.xlsx|links|3",
      "a.xlsx|links|12",
      "a.xlsx|missing|",
    ]);
  });
});
