/** Places at the central's port, with real connections: who is signed in keeps his, whatever strangers open. */
import { once } from "node:events";
import { Agent, request } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { afterEach, expect, it } from "vitest";
import { useEdge } from "../testing/edge.ts";

const { anna, edge } = useEdge();
const strangers: Socket[] = [];
afterEach(() => {
  for (const socket of strangers.splice(0)) socket.destroy();
});

async function listening(): Promise<number> {
  await edge().app.listen({ host: "127.0.0.1", port: 0 });
  return (edge().app.server.address() as AddressInfo).port;
}

/** Connections that say nothing. */
async function open(port: number, count: number, localAddress: string): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const socket = net.connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => undefined);
    strangers.push(socket);
    await once(socket, "connect");
  }
}
const held = () => new Promise<number>((resolve) => edge().app.server.getConnections((_, n) => resolve(n)));

function people(port: number, agent: Agent, token: string) {
  return new Promise<[status: number | undefined, reused: boolean]>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(
      { port, agent, path: "/api/people", rejectUnauthorized: false, headers },
      (answer) => {
        answer.resume().once("end", () => resolve([answer.statusCode, asked.reusedSocket]));
      },
    );
    asked.once("error", reject).end();
  });
}

it("gives a stranger so many, ends the ones that are idle, and lets in whoever comes", async () => {
  const port = await listening();
  const { token } = await edge().people.renewToken(anna());
  const agent = new Agent({ keepAlive: true, localAddress: "127.0.0.2" });
  expect(await people(port, agent, token)).toEqual([200, false]);
  await open(port, 300, "127.0.0.2");
  await expect.poll(held).toBe(128 + 1);
  // Neither in the place of a stranger, nor ended for one.
  expect(await people(port, agent, token)).toEqual([200, true]);
  await open(port, 20, "127.0.0.3");
  await expect.poll(held).toBe(128 + 1 + 20);
  const other = new Agent({ localAddress: "127.0.0.2" });
  expect(await people(port, other, token)).toEqual([200, false]);
  agent.destroy();
});
