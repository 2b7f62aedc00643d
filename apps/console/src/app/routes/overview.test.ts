import { expect, it } from "vitest";
import { containersTexts } from "../../texts/index.ts";
import { overviewRoutes } from "./overview.tsx";

const [, , , , detail, log] = overviewRoutes;
const labels = (route: typeof detail | typeof log, name: string): readonly string[] | undefined =>
  route.options.staticData?.crumbs?.({ name }).map(({ label }) => label);

it("names a container as its page does", () => {
  expect(labels(detail, "caddyproxy")).toEqual(["Container", containersTexts.names["caddyproxy"]]);
  expect(labels(log, "mosquitto")).toEqual(["Container", "Mosquitto", "Protokoll"]);
});

it.each(["s4q_main", "toString"])("says what stands in the address of what is no container: %s", (name) => {
  expect(labels(detail, name)).toEqual(["Container", name]);
});
