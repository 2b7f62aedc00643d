/**
 * Reachability by TCP connection: an open port and a refusal both prove that the host is there, silence
 * and "no route" do not.
 */
import { lookup } from "node:dns";
import type { Clock } from "@hubwart/core";
import { openSocket } from "@hubwart/runtime/socket";
import type { Measurement, Target } from "./measurement.ts";
import { texts } from "./texts.ts";

export async function tryConnections(
  target: Pick<Target, "host" | "port" | "timeout" | "count">,
  clock: Clock,
  signal: AbortSignal,
): Promise<Measurement> {
  const { port, timeout, count } = target;
  // Resolved beforehand, so that the time for it does not count.
  const host = await resolved(target.host, signal);
  if (host === undefined) {
    return { sent: count, received: 0, problem: texts.unresolved };
  }
  const times: number[] = [];
  for (let i = 0; i < count && !signal.aborted; i += 1) {
    const began = clock.monotonic();
    if (await answers(host, port, timeout, clock, signal)) times.push(clock.monotonic() - began);
  }
  const sum = times.reduce((a, b) => a + b, 0);
  return {
    sent: count,
    received: times.length,
    ...(times.length === 0 ? {} : { rtt: Math.round((sum / times.length) * 1000) / 1000 }),
  };
}

async function answers(
  host: string,
  port: number,
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const socket = await openSocket({ host, port, timeoutMs, clock, signal });
    socket.on("error", () => undefined);
    socket.destroy();
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ECONNREFUSED" || code === "ECONNRESET";
  }
}

/** A look-up cannot be called off, but it need not be waited for. */
async function resolved(host: string, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  return await new Promise((resolve) => {
    const settle = (address?: string) => {
      signal.removeEventListener("abort", aborted);
      resolve(address);
    };
    const aborted = () => settle();
    signal.addEventListener("abort", aborted, { once: true });
    lookup(host, (error, address) => settle(error ? undefined : address));
  });
}
