import { LIMITS } from "@hubwart/contract";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadPage } from "../../lib/leave-page.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import { RouteError } from "./route-error.tsx";

vi.mock("../../lib/leave-page.ts", async (original) => ({
  ...(await original<typeof import("../../lib/leave-page.ts")>()),
  reloadPage: vi.fn(),
}));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.mocked(reloadPage).mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (times: number) => act(() => vi.advanceTimersByTimeAsync(times * LIMITS.restartPoll));
const show = (message: string) => render(<RouteError error={new Error(message)} reset={vi.fn()} />);

it("of a part that could not be fetched loads the page anew by itself, once, as soon as the device is back", async () => {
  const away = new TypeError("Failed to fetch");
  const asked = scriptFetch(away, away, {});
  show("page not loaded: Failed to fetch dynamically imported module: /assets/x.js");
  await wait(2);
  expect(reloadPage).not.toHaveBeenCalled();
  await wait(10);
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(asked).toHaveLength(3);
});

it("of a defect waits for whoever looks at it", async () => {
  const asked = scriptFetch();
  show("x is undefined");
  await wait(10);
  expect([asked.length, vi.mocked(reloadPage).mock.calls.length]).toEqual([0, 0]);
});
