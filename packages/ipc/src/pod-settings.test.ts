import { expect, it } from "vitest";
import { parsePodSettings } from "./pod-settings.ts";

it("finds settings by their pod and nothing by names that every object has", () => {
  const entry = '{"internal": true, "params": {"port": 1}}';
  const settings = parsePodSettings(`{"knx.a": ${entry}, "__proto__": ${entry}, "odd": 1}`);
  expect(settings.get("knx.a")?.params).toEqual({ port: 1 });
  for (const name of ["constructor", "toString", "params", "odd"]) expect(settings.get(name)).toBeUndefined();
  expect([...settings.keys()]).toEqual(["knx.a", "__proto__"]);
});
it("are an error where they are no object", () => {
  expect(() => parsePodSettings("[]")).toThrow("no object");
});
