/** Whether time servers answer, and how far the device's clock is off: each asked once, for at most 2 s. */
import { lookup } from "node:dns/promises";
import type { AnswerOf, ntpTest } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import type { NetInterface } from "@hubwart/host";
import { meansMany } from "./reachable-address.ts";
import { askTime, SntpError, type SntpFault } from "./sntp.ts";
import { texts } from "./texts.ts";

export type NtpResult = AnswerOf<typeof ntpTest>["results"][number];

export interface NtpTestParts {
  clock: Clock;
  signal: AbortSignal;
  /** Of this device. */
  own: readonly NetInterface[];
  /** Other than NTP's own, for tests. */
  port?: number;
}

const TIMEOUT_MS = 2_000;

export function testTimeServers(servers: readonly string[], parts: NtpTestParts): Promise<NtpResult[]> {
  const named = servers.filter((server) => server !== "");
  if (named.length === 0) {
    throw new InvalidInputError([{ field: "servers.0", message: texts.noTimeServer }]);
  }
  return Promise.all(named.map((server) => testOne(server, parts)));
}

async function testOne(server: string, { clock, signal, own, port }: NtpTestParts): Promise<NtpResult> {
  const no = (message: string): NtpResult => ({ server, reachable: false, message });
  const address = await addressOf(server, clock);
  if (address === undefined) return no(texts.unknownName);
  if (meansMany(address, own)) return no(texts.manyServers);
  try {
    const options = { clock, signal, timeout: TIMEOUT_MS, ...(port === undefined ? {} : { port }) };
    return { server, reachable: true, ...(await askTime(address, options)) };
  } catch (error) {
    if (error instanceof SntpError) return no(said(error.fault));
    throw error;
  }
}

/** The system's way of finding a name has no end of its own; it is not waited for longer than an answer. */
function addressOf(server: string, clock: Clock): Promise<string | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.after(TIMEOUT_MS, () => resolve(undefined));
    lookup(server)
      .then(({ address }) => resolve(address))
      .catch(() => resolve(undefined))
      .finally(cancel);
  });
}

function said(fault: SntpFault): string {
  if (typeof fault === "object") {
    const why = texts.kisses[fault.kiss] ?? texts.kissCode(fault.kiss);
    return texts.notAnswered(why);
  }
  return texts.timeFaults[fault];
}
