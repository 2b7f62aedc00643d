import { LIMITS } from "@hubwart/contract";
import { expect, it } from "vitest";
import { ApiError, ConnectionError } from "../lib/errors.ts";
import { afterFailure, besideStream } from "./poll.ts";
import { queryClient } from "./query-client.ts";

const asked = (status: string, error: Error | null = null) => ({ state: { status, error } });

it("leaves to the stream what it tells, unless the last question failed", () => {
  expect(besideStream(true)(asked("success"))).toBe(false);
  expect(besideStream(true)(asked("pending"))).toBe(false);
  expect(besideStream(true)(asked("error"))).toBe(LIMITS.statusPoll);
  expect(besideStream(false, 7)(asked("success"))).toBe(7);
});

it.each([
  ["nobody answered", new ConnectionError(true), LIMITS.statusPoll],
  ["the hub is away", new ApiError(503), LIMITS.statusPoll],
  ["it is refused", new ApiError(403), false],
  ["there is no such thing", new ApiError(404), false],
  ["a result says no", new ApiError(1200), false],
  ["it went well", null, false],
])("asks again by itself for all that failed for a moment: %s", (_, error, ms) => {
  expect(afterFailure(asked("error", error))).toBe(ms);
  expect(queryClient.getDefaultOptions().queries?.refetchInterval).toBe(afterFailure);
});
