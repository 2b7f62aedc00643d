import type { NetworkAdapter } from "@hubwart/contract";
import { type Clock, Scope } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { judgeNetwork } from "./judge.ts";
import type { LinkNow } from "./network.ts";
import { dhcpAdapter, staticAdapter } from "./testing/system-bench.ts";

/** Time passes only while somebody waits for it. */
class WaitingClock implements Clock {
  #at = 0;
  now = () => 1_700_000_000_000 + this.#at;
  monotonic = () => this.#at;
  every = () => () => undefined;
  after(ms: number, fn: () => void) {
    let cancelled = false;
    queueMicrotask(() => {
      this.#at += ms;
      if (!cancelled) fn();
    });
    return () => {
      cancelled = true;
    };
  }
}

interface Scene {
  /** Device → second from which on it has a carrier, an address, a gateway that answers; never without. */
  carrier?: Record<string, number>;
  address?: Record<string, number>;
  gateway?: Record<string, number>;
  failed?: string[];
  answered?: string[];
  ip?: string;
  signal?: AbortSignal;
}

async function judge(interfaces: NetworkAdapter[], scene: Scene, use = true) {
  const clock = new WaitingClock();
  const since = (times: Record<string, number> | undefined, device: string) =>
    (times?.[device] ?? Number.POSITIVE_INFINITY) * 1000 <= clock.monotonic();
  const failures = await judgeNetwork(
    { use, interfaces },
    {
      clock,
      signal: scene.signal ?? new Scope().signal,
      answered: scene.answered ?? ["lan0", "lan1"],
      network: {
        devices: async () =>
          ["lan0", "lan1"].map((device) => ({ device, mac: "", carrier: since(scene.carrier, device) })),
        links: async () =>
          new Map<string, LinkNow>(
            ["lan0", "lan1"].map((device) => [
              device,
              {
                up: true,
                addresses: since(scene.address, device)
                  ? [{ ip: scene.ip ?? "10.0.0.2", prefix: 24, dynamic: false }]
                  : [],
                gateway: since(scene.address, device) ? "10.0.0.1" : "",
                status: { dns: [], file: "", failed: scene.failed?.includes(device) ?? false },
              },
            ]),
          ),
        gatewayAnswers: async (device) => since(scene.gateway, device),
      },
    },
  );
  return { failures, seconds: clock.monotonic() / 1000 };
}

const FIXED = staticAdapter("lan0", "10.0.0.2", { gw: "10.0.0.1" });
const now = { lan0: 0, lan1: 0 };

describe("the judgement over new network settings", () => {
  it("is good at once when every adapter has its address and its gateway answers", async () => {
    for (const adapter of [FIXED, dhcpAdapter("lan0")]) {
      expect(
        await judge([adapter, dhcpAdapter("lan1")], { carrier: now, address: now, gateway: now }),
      ).toEqual({
        failures: [],
        seconds: 0,
      });
    }
  });
  it("waits 90 s for an address, and no longer", async () => {
    const dhcp = [dhcpAdapter("lan0")];
    const scene = { carrier: now, gateway: now };
    expect((await judge(dhcp, { ...scene, address: { lan0: 89 } })).failures).toEqual([]);
    expect(await judge(dhcp, { ...scene, address: { lan0: 91 } })).toEqual({
      failures: [{ device: "lan0", cause: "no-address" }],
      seconds: 90,
    });
  });
  it("names each adapter with its own cause", async () => {
    const { failures } = await judge([FIXED, dhcpAdapter("lan1")], { carrier: now, address: { lan0: 0 } });
    expect(failures).toEqual([
      { device: "lan0", cause: "gateway-silent" },
      { device: "lan1", cause: "no-address" },
    ]);
    const refused = await judge([FIXED], { carrier: now, failed: ["lan0"] });
    expect(refused.failures).toEqual([{ device: "lan0", cause: "refused" }]);
  });
  it("asks no more of a gateway than the previous one gave", async () => {
    expect((await judge([FIXED], { carrier: now, address: now, answered: [] })).failures).toEqual([]);
    const none = staticAdapter("lan0", "10.0.0.2");
    expect((await judge([none], { carrier: now, address: now })).failures).toEqual([]);
  });
  it("takes no other address for the fixed one", async () => {
    const { failures } = await judge([FIXED], { carrier: now, address: now, gateway: now, ip: "10.0.0.77" });
    expect(failures).toEqual([{ device: "lan0", cause: "no-address" }]);
  });
  it("takes an unplugged cable for no failure, but gives a slow one 20 s", async () => {
    expect(await judge([FIXED], {})).toEqual({ failures: [], seconds: 20 });
    expect(await judge([FIXED], { carrier: { lan0: 19 } })).toEqual({
      failures: [{ device: "lan0", cause: "no-address" }],
      seconds: 109,
    });
  });
  it("asks nothing of adapters that are off, or of a network that is not Hubwart's", async () => {
    const off = dhcpAdapter("lan1", { active: false });
    const scene = { carrier: now, address: { lan0: 0 }, gateway: now };
    expect((await judge([FIXED, off], scene)).failures).toEqual([]);
    expect(await judge([FIXED], { carrier: now }, false)).toEqual({ failures: [], seconds: 0 });
  });
  it("comes to no verdict when it is stopped", async () => {
    const scope = new Scope();
    const running = judge([FIXED], { carrier: now, signal: scope.signal });
    await scope.end();
    expect((await running).failures).toBeUndefined();
  });
});
