import { expect, it } from "vitest";
import { auditCsv } from "./csv.ts";

it("writes what a spreadsheet reads, and nothing that it would run", () => {
  const entry = { id: 1, ts: 0, address: "=HYPERLINK(1)", call: "login", code: 0, kind: "change" as const };
  const text = [...auditCsv([{ ...entry, before: undefined, after: { name: 'a"b;c\n' } }])].join("");
  expect(text).toBe(
    "\uFEFFZeitpunkt;Adresse;Name;Aufruf;Ergebnis;Vorher;Nachher\r\n" +
      `1970-01-01T00:00:00.000Z;'=HYPERLINK(1);;login;0;;"{""name"":""a\\""b;c\\n""}"\r\n`,
  );
});

it("comes in portions", () => {
  const entry = { ts: 0, address: "1.2.3.4", call: "x".repeat(1_000), code: 0, kind: "change" as const };
  const entries = Array.from({ length: 100 }, (_, id) => ({
    ...entry,
    id,
    before: undefined,
    after: undefined,
  }));
  const portions = [...auditCsv(entries)];
  expect(portions.length).toBeGreaterThan(3);
  expect(portions.join("").split("\r\n").length).toBe(102);
});
