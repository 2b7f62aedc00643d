import { beforeAll, expect, it } from "vitest";
import type { CompiledProject } from "./compiled.ts";
import { problemInCompiled } from "./compiled-shape.ts";
import { compileTables, goodTables, testSchemas } from "./testing/project.ts";

let good: CompiledProject;
beforeAll(async () => {
  const { compiled } = await compileTables(goodTables());
  if (!compiled) throw new Error("the example does not compile");
  good = compiled;
});

const changed = (change: (project: CompiledProject) => unknown): unknown => {
  const copy = structuredClone(good);
  return change(copy) ?? copy;
};
const firstPod = ({ pods: [pod] }: CompiledProject) => {
  if (!pod) throw new Error("no pod");
  return pod;
};

it("takes what the compiler makes", () => {
  expect(problemInCompiled(JSON.parse(JSON.stringify(good)), testSchemas)).toBeUndefined();
});

it.each<[string, (project: CompiledProject) => unknown, string]>([
  [
    "a pod of a type that only objects have",
    (p) =>
      void Object.assign(firstPod(p), { id: "constructor.a", type: "constructor", name: "a", channels: [] }),
    "„constructor“",
  ],
  [
    "a pod of the type __proto__",
    (p) => void Object.assign(firstPod(p), { type: "__proto__" }),
    "„__proto__“",
  ],
  [
    "a pod that leads out of its folder",
    (p) => void Object.assign(firstPod(p), { id: "bus.../x" }),
    "pods.0.id",
  ],
  [
    "a pod of another name than its id",
    (p) => void Object.assign(firstPod(p), { name: "z" }),
    "heißt anders",
  ],
  ["a pod twice", (p) => void p.pods.push(firstPod(p)), "doppelt"],
  [
    "a channel of another pod",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { chan: "bus.z.x" }),
    "gehört nicht",
  ],
  [
    "a channel of no interface",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { iface: "toString" }),
    "gehört nicht",
  ],
  [
    "a channel of no type",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { type: "toString" }),
    "type",
  ],
  [
    "a cell that is an object",
    (p) => void Object.assign(firstPod(p).ifaces[0]?.config ?? {}, { host: {} }),
    "host",
  ],
  ["a script that leads out", (p) => void Object.assign(p, { scripts: { "../x.lua": "" } }), "scripts"],
  ["another format", (p) => ({ ...p, format: 2 }), "format"],
  ["no links", ({ links: _links, ...p }) => p, "links"],
  ["nothing", () => "x", "kein Projekt"],
])("refuses %s", (_what, change, said) => {
  expect(problemInCompiled(changed(change), testSchemas)).toContain(said);
});
