import { expect, it } from "vitest";
import { router } from "./router.ts";
import { NAV_GROUPS } from "./shell/nav-groups.ts";
import { QUICK_ITEMS } from "./shell/nav-items.ts";

const known = new Set(Object.keys(router.routesByPath));
const sample: Record<string, string> = {
  name: "n",
  id: "i",
  type: "t",
  pod: "p",
  iface: "f",
  draft: "d1",
  page: "a",
};
/** With the sample's parts in their places. */
const addresses = new Set(
  [...known].map((path) => path.replaceAll(/\$(\w+)/g, (whole, name: string) => sample[name] ?? whole)),
);

it("knows every entry of the navigation", () => {
  const targets = [...NAV_GROUPS.flatMap(({ items }) => items), ...QUICK_ITEMS].map(({ to }) => to);
  expect(targets.filter((to) => !known.has(to))).toEqual([]);
  expect(new Set(targets).size).toBe(32);
});

it("has breadcrumbs on every page, and each link in them leads somewhere", () => {
  for (const [path, route] of Object.entries(router.routesByPath)) {
    const crumbs = route.options.staticData?.crumbs?.(sample) ?? [];
    expect(crumbs.length, path).toBeGreaterThan(0);
    for (const { to } of crumbs)
      if (to !== undefined) expect(addresses.has(to), `${path} → ${to}`).toBe(true);
  }
});
