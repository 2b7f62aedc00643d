import { expect, it } from "vitest";
import { originForm } from "./table.ts";

it.each([
  ["/temp?value=1", "/temp?value=1"],
  ["http://hub.lan:8081/temp?value=http://a/b", "/temp?value=http://a/b"],
  ["HTTPS://[::1]/temp", "/temp"],
  ["http://hub.lan?value=1", "/?value=1"],
  ["http://hub.lan", "/"],
  ["//temp", "//temp"],
  ["/http://hub.lan/temp", "/http://hub.lan/temp"],
  ["*", "*"],
])("what is asked for by %s is %s", (target, path) => {
  expect(originForm(target)).toBe(path);
});
