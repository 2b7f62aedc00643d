import { describe, expect, it } from "vitest";
import { podMethods } from "./methods.ts";
import { loadPodKind, podTypes } from "./registry.ts";
import { podSchemas } from "./schemas.ts";
import { PodRun, podLoad } from "./testing/index.ts";

describe("registry of pod types", () => {
  it("has an implementation for every schema and no other", () => {
    expect([...podTypes].sort()).toEqual(podSchemas.map((schema) => schema.type).sort());
  });

  it.each(podSchemas.map((schema) => schema.type))(
    "loads %s with the schema the compiler uses",
    async (type) => {
      const kind = await loadPodKind(type);
      expect(kind?.schema.type).toBe(type);
    },
  );

  it.each(Object.keys(podMethods))("has a pod %s that answers what its methods promise", async (type) => {
    const kind = await loadPodKind(type);
    if (!kind) throw new Error(`there is no type ${type}`);
    const run = new PodRun(kind, podLoad(kind.schema, [], []));
    for (const [method, { params }] of Object.entries(podMethods[type] ?? {})) {
      const { shape = {} } = params._zod.def as unknown as { shape?: object };
      if (!("iface" in shape) && !("index" in shape)) continue;
      // Refused for an interface or channel that it does not have, not for the method.
      const refusal = await run.pod
        .ask?.(method, { index: 0, iface: "none" }, run.context.scope.signal)
        .catch(String);
      expect(refusal).toMatch(/NotFoundError: Dies|to: Es ist kein Empfänger/);
    }
    await run.stop();
  });

  it("knows no other type, not even one that every object has", async () => {
    expect(await loadPodKind("constructor")).toBeUndefined();
  });
});
