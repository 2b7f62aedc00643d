import { describe, expect, it } from "vitest";
import { dayOf, reasonOf } from "./names.ts";

describe("names of kept files", () => {
  it.each([
    ["20261121T130000Z-hour.json", "stündlich"],
    ["20261121T130000Z-day.json", "täglich"],
    ["20261121T130000Z-project.json", "vor Projektwechsel"],
    ["20261121T130000Z-restore.json", "vor Wiederherstellen"],
    ["20261121T130000Z-other.json", "20261121T130000Z-other.json"],
  ])("%s was kept %s", (name, reason) => expect(reasonOf(name)).toBe(reason));
  it("name the day in UTC", () => {
    expect(dayOf("2026-01-09.parquet")).toBe("09.01.2026");
    expect(dayOf("summary.db")).toBe("summary.db");
  });
});
