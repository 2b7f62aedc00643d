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

/** A part cannot be fetched. @returns how often the page was loaded anew */
async function missing(): Promise<number> {
  window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
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
