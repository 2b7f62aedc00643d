import { expect, it } from "vitest";
import { haproxyConfig, ruleDigests } from "./haproxy.ts";
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

it.each([1, 3, 8, 200, 500])(
  "of %i rules each has connections of its own, and a further rule cuts none",
  (count) => {
    const rules = Array.from({ length: count }, (_, at) => ({
      ...rule,
      id: `r${at}`,
      port: 9_000 + at,
      headers: [],
    }));
    const config = haproxyConfig({ rules });
    const bounds = [...config.matchAll(/^ {2}maxconn (\d+)$/gm)].map(([, bound]) => Number(bound));
    const [all = 0, ...each] = bounds;
    expect(each).toHaveLength(count);
    expect(Math.min(...each)).toBeGreaterThan(0);
    expect(each.reduce((sum, bound) => sum + bound, 0)).toBeLessThanOrEqual(all);
    expect(ruleDigests({ rules }).startsWith(ruleDigests({ rules: rules.slice(0, 1) }))).toBe(true);
  },
);

it("no header of a rule takes the place of the proof", () => {
  const proof = "f".repeat(64);
  const headers = [{ name: "x-hubwart-proxy", value: "0" }];
  const lines = haproxyConfig(proxyParameters.parse({ rules: [{ ...rule, headers, proof }] })).split("\n");
  expect(lines.findLast((line) => /set-header '?x-hubwart-proxy/i.test(line))).toBe(
    `  http-request set-header X-Hubwart-Proxy ${proof}`,
  );
});
