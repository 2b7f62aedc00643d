import { expect, it } from "vitest";
import { countsNow, lacking, plantNow } from "./plant.ts";

const pod = (id: string, running: boolean, ...states: boolean[]) => ({
  id,
  running,
  crashes: 2,
  ifaces: states.map((state, at) => ({ iface: `i${at}`, state, count: 5 + at }) as never),
});
const hub = (state: "running" | "init", ...pods: ReturnType<typeof pod>[]) => ({
  connected: true,
  status: () => ({ state }),
  pods: () => pods,
});

it("knows nothing of a hub that is away", () => {
  expect(plantNow({ ...hub("running", pod("a", true)), connected: false })).toEqual({ hub: "", up: [] });
});

it("counts pods that run, and of their connections those that stand", () => {
  expect(
    plantNow(hub("running", pod("a", true, true, false), pod("b", false, true), pod("c", true))),
  ).toEqual({
    hub: "running",
    up: ["a", "a/i0", "c"],
  });
});

it("counts crashes of pods and connections that were made, by the same names", () => {
  const running = hub("running", pod("a", true, true, false));
  expect([...countsNow(running)]).toEqual([
    ["a", 2],
    ["a/i0", 5],
    ["a/i1", 6],
  ]);
  expect(countsNow({ ...running, connected: false }).size).toBe(0);
});

it("names what was there before and is not now", () => {
  const before = { hub: "running", up: ["a", "a/i0", "b"] };
  expect(lacking(before, { hub: "running", up: ["b", "a/i0", "a", "new"] })).toBeUndefined();
  expect(lacking(before, { hub: "running", up: ["a", "b"] })).toBe("Nicht wieder verbunden: a/i0.");
  expect(lacking(before, { hub: "", up: [] })).toBe("Der Hub meldet sich nicht.");
  for (const state of ["init", "stopped", "no_project", "no_license"])
    expect(lacking(before, { hub: state, up: before.up })).toBe("Der Hub läuft nicht.");
  const many = { hub: "running", up: ["a", "b", "c", "d", "e"] };
  expect(lacking(many, { hub: "running", up: [] })).toBe("Nicht wieder verbunden: a, b, c und 2 weitere.");
});

it("asks no more of a hub than it did before", () => {
  for (const state of ["no_project", "stopped", "no_license", ""])
    expect(
      lacking({ hub: state, up: [] }, { hub: state === "" ? "no_project" : state, up: [] }),
    ).toBeUndefined();
  expect(lacking({ hub: "no_project", up: [] }, { hub: "init", up: [] })).toBe(
    "Der Hub ist noch nicht bereit.",
  );
  expect(lacking({ hub: "no_project", up: [] }, { hub: "no_license", up: [] })).toBe(
    "Der Hub hat keine gültige Lizenz.",
  );
});
