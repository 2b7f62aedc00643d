/** Authorities in one process, against a real TLS server. */
import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { makeCertificates, makePair } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readAuthorities, trustAuthorities } from "./trust.ts";

const folder = useSharedFolder();
let ca = "";
let server: Server;
let port = 0;
/** Whether each connection resumed a session. */
const resumed: boolean[] = [];

beforeAll(async () => {
  const made = await makeCertificates(folder());
  ca = made.ca;
  server = createServer(made.pair, (_request, response) => response.end("gut"));
  server.on("secureConnection", (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => trustAuthorities([]));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

/** The error's code, or the answer. */
function ask(agent: Agent, options: { ca?: string } = {}): Promise<string> {
  return new Promise((resolve) => {
    const asking = request({ host: "localhost", port, agent, ...options }, (response) => {
      response.resume().once("end", () => resolve("gut"));
    });
    asking.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    asking.end();
  });
}
const REFUSED = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";

it("is trusted from then on, by clients of any age, and no longer after", async () => {
  const agent = new Agent();
  expect(await ask(agent)).toBe(REFUSED);
  await trustAuthorities([ca, "Unsinn"]);
  expect(await ask(agent)).toBe("gut");
  expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe("gut");
  await trustAuthorities([]);
  expect(await ask(agent)).toBe(REFUSED);
  await expect(fetch(`https://localhost:${port}/`)).rejects.toThrow();
});

it("is not trusted where a connection names an authority of its own", async () => {
  const made = await makePair();
  await trustAuthorities([ca]);
  expect(await ask(new Agent(), { ca: made.ca })).not.toBe("gut");
});

it("lets sessions be resumed while it is trusted, and none of them after", async () => {
  const agent = new Agent();
  await trustAuthorities([ca]);
  resumed.length = 0;
  expect([await ask(agent), await ask(agent)]).toEqual(["gut", "gut"]);
  expect(resumed).toEqual([false, true]);
  await trustAuthorities([]);
  expect(await ask(agent)).toBe(REFUSED);
  await trustAuthorities([ca]);
  expect(await ask(agent)).toBe("gut");
  expect(resumed.at(-1)).toBe(false);
});

it("takes along the connections that stand on it when it goes, and no others", async () => {
  await trustAuthorities([ca]);
  const own = connect({ host: "localhost", port });
  const unverified = connect({ host: "localhost", port, rejectUnauthorized: false, ca: [] });
  const named = [own, unverified].map((socket) => once(socket, "secureConnect"));
  await Promise.all(named);
  own.on("error", () => undefined);
  const ended = new Promise((resolve) => own.once("close", resolve));
  await trustAuthorities([]);
  await ended;
  expect(unverified.destroyed).toBe(false);
  unverified.destroy();
});

it("is read from a folder, or from none", async () => {
  expect(await readAuthorities(path.join(folder(), "missing"))).toEqual([]);
  expect(await readAuthorities(folder())).toContain(ca);
});
