import { expect, it } from "vitest";
import { bodyOf, canSave, doublePorts, draftOf, nextPort, portValid } from "./rule.ts";

it("offers 9000 first, then one above the highest", () => {
  expect(nextPort([])).toBe(9000);
  expect(nextPort([{ port: 22 }])).toBe(9000);
  expect(nextPort([{ port: 9000 }, { port: 9005 }])).toBe(9006);
  expect(nextPort([{ port: 65_535 }])).toBe(65_535);
});
it("a new rule is active, http, to an own address", () => {
  expect(draftOf(undefined, [])).toMatchObject({ active: true, protocol: "http", kind: "user", port: 9000 });
});
it("saves with a name and a port that is free of the device's own", () => {
  const draft = { ...draftOf(undefined, []), name: "a" };
  expect(canSave(draft)).toBe(true);
  expect(canSave({ ...draft, name: " " })).toBe(false);
  for (const port of [0, 80, 443, 65_536, 1.5, ""] as const) expect(portValid(port)).toBe(false);
});
it("sends what belongs to the kind of target, and headers only with http", () => {
  const draft = { ...draftOf(undefined, []), name: "a", user_url: " x:1 ", user_header: "A: b" };
  expect(bodyOf(draft, undefined)).toMatchObject({ target: "user", user_url: "x:1", user_header: "A: b" });
  expect(bodyOf({ ...draft, kind: "pod", pod: "http_in.pod.a", protocol: "tcp" }, "i")).toMatchObject({
    id: "i",
    target: "http_in.pod.a",
    user_url: "",
    user_header: "",
  });
});
it("sends a certificate only where there is TLS", () => {
  const draft = { ...draftOf(undefined, []), name: "a", certificate: "c1" };
  expect(bodyOf({ ...draft, protocol: "tcps" }, undefined)).toHaveProperty("certificate", "c1");
  expect(bodyOf({ ...draft, protocol: "https", certificate: "" }, undefined)).not.toHaveProperty(
    "certificate",
  );
  expect(bodyOf({ ...draft, protocol: "tcp" }, undefined)).not.toHaveProperty("certificate");
});
it("knows ports of more than one rule", () => {
  expect([...doublePorts([{ port: 1 }, { port: 2 }, { port: 1 }])]).toEqual([1]);
});
