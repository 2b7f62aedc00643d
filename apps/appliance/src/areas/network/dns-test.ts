/** Whether name servers answer: each asked once for one name, for at most 2 s. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { AnswerOf, dnsTest } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import type { NetInterface } from "@hubwart/host";
import { meansMany } from "./reachable-address.ts";
import { texts } from "./texts.ts";

export type DnsResult = AnswerOf<typeof dnsTest>["results"][number];

export interface DnsTestParts {
  clock: Clock;
  signal: AbortSignal;
  /** Of this device. */
  own: readonly NetInterface[];
  /** Other than 53, for tests. */
  port?: number;
}

const TIMEOUT_MS = 2_000;
const ANY_NAME = "de.pool.ntp.org";

/** The name of the licence service, which a device needs in any case. */
export function defaultName(licenseUrl: string | undefined): string {
  const name = licenseUrl === undefined ? "" : new URL(licenseUrl).hostname;
  return name.includes(".") && isIP(name) === 0 ? name : ANY_NAME;
}

export function testNameServers(
  servers: readonly string[],
  name: string,
  parts: DnsTestParts,
): Promise<DnsResult[]> {
  const named = servers.filter((server) => server !== "");
  if (named.length === 0) {
    throw new InvalidInputError([{ field: "servers.0", message: texts.noNameServer }]);
  }
  return Promise.all(named.map((server) => testOne(server, name, parts)));
}

async function testOne(server: string, name: string, parts: DnsTestParts): Promise<DnsResult> {
  const { clock, signal, own, port } = parts;
  if (meansMany(server, own)) return no(server, texts.manyServers);
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  resolver.setServers([port === undefined ? server : `${server}:${port}`]);
  const cancel = () => resolver.cancel();
  const stop = clock.after(TIMEOUT_MS, cancel);
  signal.addEventListener("abort", cancel);
  const begun = clock.monotonic();
  const time = () => Math.round((clock.monotonic() - begun) * 10) / 10;
  try {
    const addresses = await resolver.resolve4(name);
    return { server, reachable: true, addresses, time: time() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const answered = texts.nameAnswers(name)[code];
    if (answered !== undefined)
      return { server, reachable: true, addresses: [], time: time(), message: answered };
    return no(server, texts.nameSilences[code] ?? texts.silent);
  } finally {
    stop();
    signal.removeEventListener("abort", cancel);
  }
}

const no = (server: string, message: string): DnsResult => ({
  server,
  reachable: false,
  addresses: [],
  message,
});
