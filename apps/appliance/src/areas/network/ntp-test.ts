/** Whether time servers answer, and how far the device's clock is off: each asked once, for at most 2 s. */
import { lookup } from "node:dns/promises";
import type { AnswerOf, ntpTest } from "@hubwart/contract";
import { type Clock, InvalidInputError } from "@hubwart/core";
import type { NetInterface } from "@hubwart/host";
import { meansMany } from "./reachable-address.ts";
import { askTime, SntpError, type SntpFault } from "./sntp.ts";

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
    throw new InvalidInputError([{ field: "servers.0", message: "Bitte geben Sie einen Zeitserver an." }]);
  }
  return Promise.all(named.map((server) => testOne(server, parts)));
}

async function testOne(server: string, { clock, signal, own, port }: NtpTestParts): Promise<NtpResult> {
  const no = (message: string): NtpResult => ({ server, reachable: false, message });
  const address = await addressOf(server, clock);
  if (address === undefined)
    return no("Der Name ist nicht bekannt oder der Namensserver (DNS) antwortet nicht.");
  if (meansMany(address, own)) return no("Diese Adresse gehört nicht zu einem einzelnen Server.");
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
    const why = KISSES[fault.kiss] ?? `Code ${fault.kiss === "" ? "unbekannt" : fault.kiss}`;
    return `Der Server beantwortet die Anfrage nicht: ${why}.`;
  }
  return FAULTS[fault];
}

const FAULTS: Record<Exclude<SntpFault, object>, string> = {
  silent: "Der Server hat innerhalb von 2 Sekunden nicht geantwortet.",
  closed: "Auf diesem Rechner läuft kein Zeitserver (Port 123 ist geschlossen).",
  unreachable: "Zu dieser Adresse gibt es keinen Weg. Bitte prüfen Sie Netzwerk und Gateway.",
  unsynchronised: "Der Server antwortet, kennt aber selbst die genaue Zeit nicht.",
  malformed: "Unter dieser Adresse antwortet etwas, das kein Zeitserver ist.",
};

/** RFC 4330, 8. */
const KISSES: Record<string, string> = {
  DENY: "Er lässt dieses Gerät nicht zu",
  RSTR: "Er lässt dieses Gerät nicht zu",
  RATE: "Er wird von hier zu oft gefragt",
  INIT: "Er ist noch nicht bereit",
  STEP: "Er stellt gerade seine Uhr",
};
