import { expect, it } from "vitest";
import { covers } from "./covers.ts";

const NAMES = ["hub.firma.example", "*.halle.example", "10.0.0.5", "FD00:0:0:0:0:0:0:5"];

it.each(["hub.firma.example", "HUB.Firma.example.", "sued.halle.example", "10.0.0.5", "[fd00::5]"])(
  "a certificate is valid for %s",
  (host) => expect(covers(NAMES, host)).toBe(true),
);

it.each([
  "firma.example",
  "x.hub.firma.example",
  "halle.example",
  "a.b.halle.example",
  "10.0.0.6",
  "[fd00::6]",
  "localhost",
])("and not for %s", (host) => expect(covers(NAMES, host)).toBe(false));

it("covers nothing without names", () => expect(covers([], "hub")).toBe(false));
