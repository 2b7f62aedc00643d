import { describe, expect, it } from "vitest";
import { toFilter, toLine } from "./query.ts";

describe("what /system/log asks for", () => {
  it.each([
    [{}, {}],
    [{ comp: "", source: " ", filter: " ", modules: " , " }, {}],
    [{ comp: "hub" }, { src: ["hub", "pod"] }],
    [{ comp: "system" }, { src: ["system"] }],
    [{ comp: "container:s4q_main" }, { src: ["system"] }],
    [{ comp: "pod:mqtt.a" }, { src: ["pod:mqtt.a"] }],
    [
      { comp: "hub", source: "pod" },
      { src: ["hub", "pod"], source: "pod" },
    ],
    [
      { priority: "warn" as const, modules: "a, b" },
      { level: "warn", modules: ["a", "b"] },
    ],
    [
      { session: true, filter: " x " },
      { since: 5_000_000, text: "x" },
    ],
    [{ session: false }, {}],
    [{ session: true, after: 6_000_000 }, { since: 6_000_001 }],
  ])("%j", (query, filter) => {
    expect(toFilter(query, 5_000)).toEqual(filter);
  });
  it("says of a container that there is no engine", () => {
    expect(() => toFilter({ comp: "container:grafana" }, 0)).toThrow("keine Container-Engine");
  });
});

it("marks what happened to the project", () => {
  const entry = { ts: 1, src: "system", module: "project", msg: "m" };
  expect(toLine({ ...entry, level: "info" }).level).toBe("project");
  expect(toLine({ ...entry, level: "error" }).level).toBe("error");
});
