/** Ports for peers that cannot choose one themselves. Servers of ours listen on port 0 instead. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOWEST = 10_000;
/** From here on the system hands ports out by itself, to whatever connects next. */
const HANDED_OUT = 32_768;
/** Those of this process: whoever asks for several before using one gets different ones. */
const given = new Set<number>();

/** A TCP port of 127.0.0.1 that was free a moment ago, and that no connection is given meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(LOWEST, HANDED_OUT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port from ${LOWEST} to ${HANDED_OUT - 1}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
