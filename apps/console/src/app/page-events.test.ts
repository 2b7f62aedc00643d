import { LIMITS } from "@hubwart/contract";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { reloadPage } from "../lib/leave-page.ts";
import { patientImport } from "../lib/patient-import.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { reloadOnNewVersion } from "./page-events.ts";

vi.mock("../lib/leave-page.ts", async (original) => ({
  ...(await original<typeof import("../lib/leave-page.ts")>()),
  reloadPage: vi.fn(),
}));

beforeAll(reloadOnNewVersion);
beforeEach(() => sessionStorage.clear());
afterEach(() => vi.clearAllMocks());

function tell(message: string): void {
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: new Error(message) }));
}

/** A part cannot be fetched. @returns how often the page was loaded anew */
async function missing(): Promise<number> {
  tell("Failed to fetch dynamically imported module: /assets/x.js");
  await new Promise((resolve) => setTimeout(resolve, 10));
  return vi.mocked(reloadPage).mock.calls.length;
}

it("loads the page anew where a part is gone, once", async () => {
  const asked = scriptFetch({}, {});
  expect(await missing()).toBe(1);
  expect(asked[0]?.url.pathname).toBe(location.pathname);
  expect(await missing()).toBe(1);
});

it("stays while the device is away, or what is before it answers", async () => {
  scriptFetch(new TypeError("Failed to fetch"), { status: 502, body: "<h1>Bad gateway</h1>" });
  expect(await missing()).toBe(0);
  expect(await missing()).toBe(0);
});

it("stays while something that was typed would be lost", async () => {
  scriptFetch({}, {});
  const hold = (event: Event): void => event.preventDefault();
  window.addEventListener("beforeunload", hold);
  expect(await missing()).toBe(0);
  window.removeEventListener("beforeunload", hold);
  expect(await missing()).toBe(1);
});

it("leaves it to whoever asked for the part and says so", async () => {
  scriptFetch();
  await patientImport(async () => expect(await missing()).toBe(0));
});

it("stays where it could not remember that it did so", async () => {
  scriptFetch({});
  const denied = vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(await missing()).toBe(0);
  denied.mockRestore();
});

/** jsdom loads none: the test says what came of it. */
const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[href="/assets/x.css"]')];

it("fetches a stylesheet again until it is there, since nobody else does", async () => {
  vi.useFakeTimers();
  scriptFetch(...Array.from({ length: 3 }, () => new TypeError("Failed to fetch")));
  tell("Unable to preload CSS for /assets/x.css");
  expect(links()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(LIMITS.restartPoll);
  links()[0]?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(LIMITS.restartPoll);
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(10 * LIMITS.restartPoll);
  expect(links()).toHaveLength(1);
  links()[0]?.remove();
  vi.useRealTimers();
});

it("leaves a stylesheet alone that the device no longer has", async () => {
  vi.useFakeTimers();
  sessionStorage.setItem("hubwart.reloaded", String(Date.now()));
  scriptFetch({}, {});
  tell("Unable to preload CSS for /assets/x.css");
  await vi.advanceTimersByTimeAsync(LIMITS.restartPoll);
  links()[0]?.dispatchEvent(new Event("error"));
  await vi.advanceTimersByTimeAsync(10 * LIMITS.restartPoll);
  expect(links()).toHaveLength(0);
  vi.useRealTimers();
});
