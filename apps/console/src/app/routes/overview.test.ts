import { expect, it } from "vitest";
import { containersTexts } from "../../texts/index.ts";
import { overviewRoutes } from "./overview.tsx";

const labels = (path: string, name: string): readonly string[] | undefined =>
  overviewRoutes
    .find((route) => route.options.path === path)
    ?.options.staticData?.crumbs?.({ name })
    .map(({ label }) => label);

it("names a container as its page does", () => {
  expect(labels("/container/$name", "caddyproxy")).toEqual([
    "Container",
    containersTexts.names["caddyproxy"],
  ]);
  expect(labels("/container/$name/logging", "mosquitto")).toEqual(["Container", "Mosquitto", "Protokoll"]);
});

it.each(["s4q_main", "toString"])("says what stands in the address of what is no container: %s", (name) => {
  expect(labels("/container/$name", name)).toEqual(["Container", name]);
});
