import { expect, it } from "vitest";
import { says } from "./says.ts";

const refused = (target: string, port: number) => `Verbindung zu ${target}:${port} abgelehnt`;

it("knows a text by its entry, whatever stands in it and around it", () => {
  const is = says(refused);
  expect(is(refused("10.0.0.1", 502))).toBe(true);
  expect(is(`Kein Channel funktioniert: ${refused("[::1]", 1)} (2 weitere)`)).toBe(true);
  expect(is("Verbindung zu 10.0.0.1 steht")).toBe(false);
  expect(is("abgelehnt: Verbindung zu x:1")).toBe(false);
  expect(says("keine Antwort")("nichts: keine Antwort")).toBe(true);
});

it("knows nothing by an entry that has no words of its own", () => {
  expect(says((text: string) => text)("anything")).toBe(false);
  expect(says("")("")).toBe(false);
});
