/** Callers that ask for much and read nothing, or little at a time. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Loopback, and no address that any other caller of a test has. */
export const GREEDY_ADDRESS = "127.0.0.66";

/**
 * Connections that send `said` at once. What comes back stays where it is.
 *
 * @param said or what makes a connection of another protocol say it, once it is open
 */
export async function askGreedily(
  port: number,
  connections: number,
  said: string | Buffer | ((socket: Socket) => void),
): Promise<{ sockets: Socket[]; end: () => void }> {
  const sockets = Array.from({ length: connections }, () =>
    connect({ port, host: "127.0.0.1", localAddress: GREEDY_ADDRESS })
      .pause()
      .on("error", () => undefined),
  );
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) {
    if (typeof said === "function") said(socket);
    else socket.write(said);
  }
  return {
    sockets,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** By how many bytes this process grows at most until it is asked. */
export function growth(): { mebibytes: () => number; end: () => void } {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  return {
    mebibytes: () => {
      look();
      return Math.round((most - before) / 2 ** 20);
    },
    end: () => clearInterval(timer),
  };
}

/** Downloads an address in steps, as over a slow line. @param perStep bytes read every 20 ms */
export async function downloadSlowly(url: string, perStep: number, headers = {}): Promise<Buffer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).once("error", reject);
  });
  const pieces: Buffer[] = [];
  let step = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    step += piece.length;
    if (step >= perStep) {
      await sleep((20 * step) / perStep);
      step = 0;
    }
  }
  return Buffer.concat(pieces);
}
