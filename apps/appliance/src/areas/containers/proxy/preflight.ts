/** How far a request of a rule comes: its name, a connection, and, through a proxy of its own, an answer. */
import type { AnswerOf, proxyRuleCheck } from "@hubwart/contract";

export type Hop = AnswerOf<typeof proxyRuleCheck>["hops"][number];

/** What the trial in the container printed; undefined if it told nothing. */
export function hopsOfTrial(printed: string, protocol: "http" | "https"): Hop[] {
  const refused = /^refused$/m.test(printed);
  const tls: Hop[] =
    protocol === "https"
      ? [
          refused
            ? { hop: "tls", ok: false, text: "Der Proxy nimmt das Zertifikat der Regel nicht an." }
            : { hop: "tls", ok: true, text: "Der Proxy nimmt das Zertifikat der Regel an." },
        ]
      : [];
  const [, status = "", end = ""] = /status=(-?\d+) end=(..)/.exec(printed) ?? [];
  return end === "" ? tls : [...tls, httpHop(Number(status), end)];
}

/** haproxy's termination state: who ended it, and in which phase (docs.haproxy.org/2.6/configuration.html, 8.5). */
function httpHop(status: number, end: string): Hop {
  if (end === "--") {
    return { hop: "http", ok: status < 500, text: `Das Ziel antwortet mit HTTP ${status}` };
  }
  if (end.endsWith("C")) return { hop: "http", ok: false, text: "Der Proxy erreicht das Ziel nicht" };
  const text =
    end === "sH"
      ? "Das Ziel nimmt Verbindungen an und lässt eine HTTP-Anfrage ohne Antwort"
      : "Das Ziel antwortet nicht mit HTTP; verlangt es TLS oder ein anderes Protokoll, hilft eine Regel mit tcp";
  return { hop: "http", ok: false, text };
}
