import { expect, it } from "vitest";
import { pathOf } from "./crumbs.ts";

it("makes an address of the page's own parts, whatever they contain", () => {
  expect(pathOf("pods", "ping", "ping.lokal")).toBe("/pods/ping/ping.lokal");
  expect(pathOf("container", "a/../b?c")).toBe("/container/a%2F..%2Fb%3Fc");
});
