import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import { openStore } from "@hubwart/core/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MetricsText } from "./text-format.ts";
import { MetricsToken } from "./token.ts";

describe("the text format", () => {
  it("escapes what would end a label or a line", () => {
    const page = new MetricsText();
    page.family("a_total", "counter", "back\\slash\nand line").add(1, { l: 'say "hi"\\\n' });
    page.family("b", "gauge", "Big.").add(Number.POSITIVE_INFINITY).add(1e21, { x: "" });
    page.family("c", "gauge", "Not known.").add(undefined);
    expect(page.text()).toBe(
      [
        "# HELP a_total back\\\\slash\\nand line",
        "# TYPE a_total counter",
        'a_total{l="say \\"hi\\"\\\\\\n"} 1',
        "# HELP b Big.",
        "# TYPE b gauge",
        "b +Inf",
        'b{x=""} 1e+21',
        "",
      ].join("\n"),
    );
    expect(() => page.family("b", "gauge", "Again.")).toThrow("already");
  });
});

describe("the token", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-metrics-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("outlives a restart as a hash only", () => {
    const clock = new ManualClock();
    const file = path.join(folder, "state.db");
    const open = () =>
      openStore({ file, credentialFile: path.join(folder, "c.json"), now: () => clock.now() });
    const first = open();
    const token = new MetricsToken(first, clock).create();
    first.close();
    expect(readFileSync(file).includes(token)).toBe(false);
    const second = open();
    const again = new MetricsToken(second, clock);
    expect(again.info()).toEqual({ has_token: true, created: clock.now(), last_used: 0 });
    for (const wrong of [undefined, "", token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`]) {
      expect(again.admits(wrong)).toBe(false);
    }
    expect(again.admits(`Bearer ${token}`)).toBe(true);
    expect(again.info().last_used).toBe(clock.now());
    again.revoke();
    expect(again.admits(`Bearer ${token}`)).toBe(false);
    second.close();
  });
});
