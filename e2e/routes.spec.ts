// @vitest-environment jsdom
/** Holds the list of screens complete: whoever adds a route adds it there. */
import { expect, it } from "vitest";
import { router } from "../apps/console/src/app/router.ts";
import { NAV_GROUPS } from "../apps/console/src/app/shell/nav-groups.ts";
import { SCREENS } from "./support/routes.ts";

it("every route of the console is among the screens", () => {
  const listed = new Set(SCREENS.map(({ route }) => route));
  expect([...listed].filter((route) => route !== "*").sort()).toEqual(
    Object.keys(router.routesByPath).sort(),
  );
});

it("every entry of the navigation leads to one of them", () => {
  const addresses = SCREENS.map(({ address }) => address);
  const entries = NAV_GROUPS.flatMap(({ items }) => items.map(({ to }) => to));
  expect(entries.length).toBeGreaterThan(15);
  expect(addresses).toEqual(expect.arrayContaining(entries));
});
