/** How far a request of a rule comes: its name, a connection, and, through a proxy of its own, an answer. */
import type { AnswerOf, proxyRuleCheck } from "@hubwart/contract";
import { texts } from "./texts.ts";

export type Hop = AnswerOf<typeof proxyRuleCheck>["hops"][number];

/** What the trial in the container printed; undefined if it told nothing. */
export function hopsOfTrial(printed: string, protocol: "http" | "https"): Hop[] {
  const refused = /^refused$/m.test(printed);
  const tls: Hop[] =
    protocol === "https"
      ? [
          refused
            ? { hop: "tls", ok: false, text: texts.certificateRefused }
            : { hop: "tls", ok: true, text: texts.certificateTaken },
        ]
      : [];
  const [, status = "", end = ""] = /status=(-?\d+) end=(..)/.exec(printed) ?? [];
  return end === "" ? tls : [...tls, httpHop(Number(status), end)];
}

/** haproxy's termination state: who ended it, and in which phase (docs.haproxy.org/2.6/configuration.html, 8.5). */
function httpHop(status: number, end: string): Hop {
  if (end === "--") {
    return { hop: "http", ok: status < 500, text: texts.answers(status) };
  }
  if (end.endsWith("C")) return { hop: "http", ok: false, text: texts.notReached };
  const text = end === "sH" ? texts.noAnswer : texts.notHttp;
  return { hop: "http", ok: false, text };
}
