/** The output of `ping -q` in the C locale: iputils, BusyBox, and BSD's wording. */
import type { Measurement } from "./measurement.ts";
import { texts } from "./texts.ts";

const COUNTS = /^(\d+) packets transmitted, (\d+) (?:packets )?received/m;
const TIMES = /^(?:rtt|round-trip) min\/avg\/max(?:\/\w+)? = [\d.]+\/([\d.]+)\//m;
const UNKNOWN_NAME =
  /name or service not known|name resolution|no address associated|unknown host|bad address/i;
const NO_ROUTE = /unreachable|no route to host/i;
const FORBIDDEN = /operation not permitted|permission denied|are you root/i;

/** undefined if the output holds no result. `count` is what was asked for. */
export function parsePing(stdout: string, stderr: string, count: number): Measurement | undefined {
  const counts = COUNTS.exec(stdout);
  if (counts) {
    const received = Math.min(Number(counts[2]), count);
    const rtt = Number(TIMES.exec(stdout)?.[1]);
    return {
      sent: Math.max(Number(counts[1]), 1),
      received,
      ...(received > 0 && Number.isFinite(rtt) ? { rtt } : {}),
    };
  }
  if (UNKNOWN_NAME.test(stderr)) {
    return { sent: count, received: 0, problem: texts.unresolved };
  }
  if (NO_ROUTE.test(stderr)) return { sent: count, received: 0 };
  return undefined;
}

/** The message of a ping that may not open its socket. */
export function isForbidden(stderr: string): boolean {
  return FORBIDDEN.test(stderr);
}
