import type { ProxyRule } from "@hubwart/containers";
import { expect, it } from "vitest";
import { proxyParameters } from "./parameters.ts";

const rule = (id: string, protocol: ProxyRule["protocol"], certificate?: string): ProxyRule => ({
  id,
  port: 9000,
  protocol,
  dial: "127.0.0.1:1",
  headers: [],
  ...(certificate === undefined ? {} : { certificate }),
});
const pair = (name: string) => ({ certificate: `chain of ${name}`, key: `key of ${name}` });
const rules = [rule("a", "http"), rule("b", "https"), rule("c", "tcps", "own"), rule("d", "https", "own")];
const around = { uploaded: (id: string) => pair(id), console: { dial: "127.0.0.1:8080", proof: "p" } };

it("only what leads to the console carries its proof", () => {
  const toConsole = { ...rule("e", "http"), dial: "127.0.0.1:8080" };
  const found = proxyParameters([...rules, toConsole], pair("device"), around).rules;
  expect(found.map(({ proof }) => proof)).toEqual([undefined, undefined, undefined, undefined, "p"]);
});

it("each rule has its certificate along, once, and no other is told", () => {
  const found = proxyParameters(rules, pair("device"), around);
  expect(found.rules).toEqual(rules);
  expect(found.certificate).toEqual({ chain: "chain of device", key: "key of device" });
  expect(found.certificates).toEqual([{ id: "own", chain: "chain of own", key: "key of own" }]);
});

it("a rule whose certificate is not there waits, the others serve", () => {
  const ids = (found: { rules: ProxyRule[] }) => found.rules.map(({ id }) => id);
  expect(ids(proxyParameters(rules, undefined, around))).toEqual(["a", "c", "d"]);
  expect(ids(proxyParameters(rules, pair("device"), { ...around, uploaded: () => undefined }))).toEqual([
    "a",
    "b",
  ]);
});
