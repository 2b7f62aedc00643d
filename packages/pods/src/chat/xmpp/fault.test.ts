import { expect, it } from "vitest";
import type { Element } from "./element.ts";
import { whyOf } from "./fault.ts";

const element = (name: string, children: Element[] = []): Element => ({
  name,
  namespace: "x",
  attributes: new Map(),
  children,
  text: "",
});

it.each(["constructor", "__proto__", "toString"])(
  "tells a condition %s that no standard has by its name",
  (name) => {
    expect(whyOf(element("error", [element(name)]), "x")).toBe(name);
  },
);
