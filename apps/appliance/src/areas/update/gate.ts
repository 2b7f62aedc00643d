/** Whether a new release has taken over: the console answers and the plant is as it was before, and stays so. */
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, errorText } from "@hubwart/core";
import type { FastifyInstance } from "fastify";
import { lacking, type PlantState } from "./plant.ts";
import { texts } from "./texts.ts";

export interface GateParts {
  clock: Clock;
  now: () => PlantState;
  /** Rejects while the console does not answer. */
  console: () => Promise<void>;
  /** Rejects while what holds the settings of the machine does not answer. */
  device: () => Promise<void>;
}

const LOOK_EVERY = 500;
/** So long it has to stay as it should be: a hub that crashes again and again runs in between. */
const STEADY = 2_000;

/**
 * @param ms after which it is in vain
 * @returns German: what is lacking then; undefined if all is well
 */
export async function heldAgainst(
  before: PlantState,
  ms: number,
  { clock, now, console, device }: GateParts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const begun = clock.monotonic();
  let good: number | undefined;
  for (;;) {
    const wrong = lacking(before, now()) ?? (await silence(console, device));
    signal.throwIfAborted();
    const at = clock.monotonic();
    good = wrong === undefined ? (good ?? at) : undefined;
    if (good !== undefined && at - good >= STEADY) return undefined;
    if (at - begun >= ms) return wrong ?? texts.notStable;
    await pause(clock, signal);
  }
}

async function silence(
  console: () => Promise<void>,
  device: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await console();
  } catch (error) {
    return texts.consoleSilent(errorText(error));
  }
  try {
    await device();
  } catch (error) {
    return errorText(error);
  }
  return undefined;
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(LOOK_EVERY, done);
    function done(): void {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done, { once: true });
  });
}

const ANSWER_MS = 5_000;

/** Asks the server for its first page and for its state, over the network as a browser would. */
export async function consoleAnswers(server: FastifyInstance | undefined): Promise<void> {
  const address = server?.server.address() as AddressInfo | null | undefined;
  if (!address) throw new Error(texts.webServerNotReady);
  for (const path of ["/", "/admin/api/info"]) {
    const status = await statusOf(address, path);
    // A device may send everything to https.
    if (status !== 200 && !(status >= 301 && status <= 308)) throw new Error(`${path}: Status ${status}`);
  }
}

function statusOf({ address, family, port }: AddressInfo, path: string): Promise<number> {
  const own = address === "::" || address === "0.0.0.0" ? (family === "IPv6" ? "::1" : "127.0.0.1") : address;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: own,
        port,
        path,
        agent: false,
        headers: { host: "localhost" },
        signal: AbortSignal.timeout(ANSWER_MS),
      },
      (answer) => {
        answer.resume();
        answer.once("error", reject);
        answer.once("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}
