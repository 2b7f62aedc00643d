import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { useWrite } from "./use-write.ts";

beforeEach(() => tokenStore.store("t"));

it.each([
  [
    "the connection broke",
    new TypeError("Failed to fetch"),
    "warn",
    "Ob Ein geschrieben wurde, ist nicht bekannt: ",
  ],
  [
    "something before the device answered",
    { status: 504 },
    "warn",
    "Ob Ein geschrieben wurde, ist nicht bekannt: ",
  ],
  ["it was refused", { status: 400, body: { code: 400 } }, "error", "Ein wurde nicht geschrieben: "],
])("says that nothing was written only where that is known: %s", async (_, answer, tone, text) => {
  scriptFetch(answer);
  const { result } = renderHook(() => useWrite("a.b.c", { change: () => {} }));
  await act(() => result.current.write(true, "Ein"));
  expect(result.current.outcome?.tone).toBe(tone);
  expect(result.current.outcome?.text).toContain(text);
  expect(result.current.pending).toBeUndefined();
});
