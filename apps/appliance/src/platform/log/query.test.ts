import { describe, expect, it } from "vitest";
import { addOnOf, toFilter, toLine } from "./query.ts";

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
    [{ before: 7 }, { until: 7 }],
    [{ session: true, after: 6_000_000 }, { since: 6_000_001 }],
  ])("%j", (query, filter) => {
    expect(toFilter(query, 5_000)).toEqual(filter);
  });
  it("tells an add-on's own log from the product's", () => {
    expect(addOnOf("container:grafana")).toBe("grafana");
    expect(addOnOf("container:s4q_grafana")).toBe("grafana");
    for (const comp of ["container:main", "container:s4q_main", "hub", undefined]) {
      expect(addOnOf(comp)).toBeUndefined();
    }
  });
});

it("marks what happened to the project", () => {
  const entry = { ts: 1, src: "system", module: "project", msg: "m" };
  expect(toLine({ ...entry, level: "info" }).level).toBe("project");
  expect(toLine({ ...entry, level: "error" }).level).toBe("error");
});
