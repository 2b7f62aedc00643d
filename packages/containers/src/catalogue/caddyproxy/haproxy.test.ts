import { expect, it } from "vitest";
import { haproxyConfig } from "./haproxy.ts";
import { HEADER_NAME, proxyParameters } from "./parameters.ts";

const rule = { id: "a", port: 9_000, protocol: "http" as const, dial: "192.0.2.1:80" };

it.each([
  ["X-Plain", "a b", "'X-Plain' 'a b'"],
  // A token may hold a quote (RFC 9110, 5.6.2): unquoted it would be read away, and this name be Host.
  ["ho''st", "x", String.raw`'ho'\'''\''st' 'x'`],
  ["X#", "x", "'X#' 'x'"],
  ["X$HOME", `it's "50 %" $HOME #`, String.raw`'X$HOME' 'it'\''s "50 %%" $HOME #'`],
])("%s with %s is one name and one value", (name, value, written) => {
  expect(name).toMatch(HEADER_NAME);
  const parameters = proxyParameters.parse({ rules: [{ ...rule, headers: [{ name, value }] }] });
  expect(haproxyConfig(parameters)).toContain(`\n  http-request set-header ${written}\n`);
});

it("starts although a target's name is not known", () => {
  const rules = [{ ...rule, dial: "nobody.invalid:80", headers: [] }];
  expect(haproxyConfig({ rules })).toMatch(
    /\ndefaults\n(?: {2}.*\n)* {2}default-server init-addr last,libc,none\n/,
  );
});
