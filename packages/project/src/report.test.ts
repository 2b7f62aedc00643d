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
});
