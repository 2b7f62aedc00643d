import { expect, it } from "vitest";
import { everSent } from "./ever-sent.ts";

const NEVER = { last_success: 0, last_error: null, pending: 0 };

it("knows a target that was never tried", () => expect(everSent(NEVER)).toBe(false));

it.each([{ last_success: 1 }, { last_error: { ts: 1, text: "…" } }, { pending: 1 }])("not after %j", (part) =>
  expect(everSent({ ...NEVER, ...part })).toBe(true),
);
