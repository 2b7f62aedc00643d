import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../../testing/render.tsx";
import { RootBoundary } from "../errors/root-boundary.tsx";
import { lazyPage } from "./lazy-page.ts";

it.each([
  "Failed to fetch dynamically imported module: http://hub/assets/page.js",
  "error loading dynamically imported module: http://hub/assets/page.js",
  "Importing a module script failed.",
])("says that the page is missing, where the router would load everything anew: %s", async (words) => {
  vi.spyOn(console, "error").mockReturnValue();
  sessionStorage.clear();
  const Page = lazyPage(() => Promise.reject<{ default: () => null }>(new TypeError(words)));
  await Page.preload?.();
  render(
    <RootBoundary>
      <Page />
    </RootBoundary>,
  );
  expect(await screen.findByText(/ließ sich nicht laden/)).toBeTruthy();
  // The router notes there that it did.
  expect(sessionStorage).toHaveLength(0);
});
