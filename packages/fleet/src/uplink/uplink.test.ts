import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it, vi } from "vitest";
import { keyToPem, newKey } from "../identity/nkey.ts";
import type { HubState } from "../messages.ts";
import type { Identity } from "./identity.ts";
import { Uplink } from "./uplink.ts";

const servers = useOpen((server: Server) => server.close());

const STATE: HubState = {
  v: 1,
  at: 0,
  name: "h",
  version: "1",
  started: 0,
  may: "none",
  plant: "running",
  license: { valid: true },
};

/** A peer that answers each connection with these bytes, and what it got to hear. */
async function peer(says: string): Promise<{ port: number; tries: () => number; heard: () => string }> {
  let tries = 0;
  let heard = "";
  const server = createServer((socket) => {
    tries += 1;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => (heard += bytes.toString()));
    socket.write(says);
    setTimeout(() => socket.destroy(), 30);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, tries: () => tries, heard: () => heard };
}

function uplinkTo(port: number, pauses: number[] = []) {
  const identity: Identity = {
    hub: "a1b2c3d4e5f6",
    central: "c",
    certificate: "",
    authority: "",
    pass: "",
    servers: [`127.0.0.1:${port}`],
    address: "https://127.0.0.1",
    key: keyToPem(newKey()),
  };
  const log = new MemoryLogSink();
  const backoff = new Backoff(20, 80, () => 1);
  const next = backoff.next.bind(backoff);
  backoff.next = () => {
    const pause = next();
    pauses.push(pause);
    return pause;
  };
  const uplink = new Uplink({
    identity,
    clock: systemClock,
    log: createLogger("hub", "uplink", log),
    state: async () => STATE,
    backoff,
  });
  return { uplink, log };
}

describe("the connection to a central", () => {
  it("is tried again and again with growing pauses while nobody is there, and said once", async () => {
    const pauses: number[] = [];
    const { log, uplink } = uplinkTo(9, pauses);
    uplink.start();
    uplink.start();
    await vi.waitFor(() => expect(pauses.length).toBeGreaterThan(4), 5_000);
    await uplink.stop();
    expect(pauses.slice(0, 4)).toEqual([20, 40, 80, 80]);
    expect(uplink.status).toMatchObject({ connected: false, contact: 0 });
    expect(uplink.status.error).not.toBe("");
    expect(log.entries).toHaveLength(1);
  });

  it.each([
    ["nothing", ""],
    ["garbage", "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["half a greeting", 'INFO {"server_id":"x"'],
    ["a greeting without TLS", 'INFO {"server_id":"x","version":"2.9.10","max_payload":1024}\r\n'],
  ])("gets over a peer that says %s", async (_name, says) => {
    const { heard, port, tries } = await peer(says);
    const { uplink } = uplinkTo(port);
    uplink.start();
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(2), 10_000);
    expect(uplink.status.connected).toBe(false);
    // What opens the door there is said to nobody whose certificate was not seen.
    expect(heard()).not.toMatch(/CONNECT|jwt|sig/);
    await uplink.stop();
    const after = tries();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(tries()).toBe(after);
  });
});
