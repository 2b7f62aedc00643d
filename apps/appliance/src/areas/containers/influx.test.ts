import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { InfluxAccess, type InfluxCommand } from "./influx.ts";

function setup() {
  let stored: unknown = { password: "", token: "" };
  const store = {
    settings: { read: () => stored, write: (_: unknown, value: unknown) => void (stored = value) },
  } as never;
  return { open: () => new InfluxAccess(store, new ManualClock(), "hub wart") };
}

it("access is made once, and keeps its token when the password is set anew", () => {
  const { open } = setup();
  const made = open().read();
  expect(made).toMatchObject({ org: "hub-wart", bucket: "hub_wart_state" });
  const again = open();
  expect(again.read()).toEqual(made);
  again.setPassword("neu-geheim");
  expect(again.read()).toEqual({ ...made, password: "neu-geheim" });
});

describe("a renewed token", () => {
  /** InfluxDB's own list; refuses tokens that are not in it. */
  function influxdb(first: string) {
    const tokens = new Map([["00000000000000f0", first]]);
    let broken: string | undefined;
    const run: InfluxCommand = async (name, args) => {
      const { id, token } = args as { id?: string; token: string };
      if (![...tokens.values()].includes(token)) throw new Error("401 Unauthorized");
      if (name === broken) throw new Error("InfluxDB is gone");
      if (name === "end-token") tokens.delete(id ?? "");
      if (name !== "create-token")
        return JSON.stringify([...tokens].map(([id, token]) => ({ id, token, status: "active" })));
      const made = { id: `00000000000000a${tokens.size}`, token: `made-${tokens.size}-${token.slice(0, 3)}` };
      tokens.set(made.id, made.token);
      return JSON.stringify(made);
    };
    return { run, tokens, breakAt: (name: string | undefined) => (broken = name) };
  }

  it("takes the place of the old one, which ends, and of the old one where that was typed", async () => {
    const access = setup().open();
    const before = access.read().token;
    const { run, tokens } = influxdb(before);
    await access.renew(run);
    const { token } = access.read();
    expect([...tokens.values()]).toEqual([token]);
    expect(token).not.toBe(before);
    expect([access.tokenFor(""), access.tokenFor(before), access.tokenFor("eigenes")]).toEqual([
      token,
      token,
      "eigenes",
    ]);
  });

  it("works from the moment on that it is stored, and the old one ends at the latest with the next renewal", async () => {
    const { open } = setup();
    const access = open();
    const before = access.read().token;
    const { breakAt, run, tokens } = influxdb(before);
    breakAt("create-token");
    await expect(access.renew(run)).rejects.toThrow("gone");
    expect(access.read().token).toBe(before);
    breakAt("end-token");
    await expect(access.renew(run)).rejects.toThrow("gone");
    const between = access.read().token;
    expect([...tokens.values()]).toEqual([before, between]);
    expect(access.tokenFor(before)).toBe(between);
    breakAt(undefined);
    const later = open();
    await later.renew(run);
    expect([...tokens.values()]).toEqual([later.read().token]);
  });
});
