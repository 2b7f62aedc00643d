import { expect, it } from "vitest";
import { auditLine } from "./audit.ts";

it("is one line of bounded length, whatever was asked", () => {
  expect(auditLine({ verb: "save-hostname", hostname: "keller" }, "ok")).toBe(
    '{"audit":"save-hostname","fields":{"hostname":"keller"},"outcome":"ok"}',
  );
  const long = auditLine(
    { verb: "save-network", interfaces: ["\n\u0000".repeat(50_000)] },
    "x\n".repeat(9_000),
  );
  expect(long.length).toBeLessThan(6_000);
  expect(long).not.toContain("\n");
  expect(JSON.parse(long)).toMatchObject({ audit: "save-network" });
});
