/**
 * The chain from a server's certificate to a root, put into the order in which it is served (RFC 8446, 4.4.2), whatever the order
 * in the file. What does not belong to it is left out. All refusals are German.
 */
import type { X509Certificate } from "node:crypto";
import {
  CertificateRefusal,
  dayOf,
  isSelfSigned,
  isSignedBy,
  issuerName,
  nameOf,
} from "./certificate-file.ts";
import { texts } from "./texts.ts";

export interface Chain {
  /** The server's own first; without the root, which who connects has. */
  served: X509Certificate[];
  /** The server's own if nobody else signed it. */
  root: X509Certificate;
}

const LONGEST = 10;
const SERVER_AUTH: ReadonlySet<string> = new Set(["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"]);

/**
 * @param issuers what else the file holds, in any order
 * @param roots what needs not be in the file, in the order it is looked at; asked for only when needed
 * @param now ms since the epoch
 */
export function chainOf(
  server: X509Certificate,
  issuers: readonly X509Certificate[],
  roots: () => Iterable<X509Certificate>,
  now: number,
): Chain {
  refuseUnfit(server);
  const served: X509Certificate[] = [];
  let last = server;
  for (;;) {
    refuseOutsideTime(last, now);
    if (isSelfSigned(last)) return { served: served.length === 0 ? [last] : served, root: last };
    served.push(last);
    const root = issuerAmong(last, issuers.filter(isSelfSigned)) ?? issuerAmong(last, roots());
    const next = root ?? issuerAmong(last, issuers);
    if (!next || served.includes(next) || served.length > LONGEST) throw incomplete(last, server, issuers);
    last = next;
  }
}

function issuerAmong(
  certificate: X509Certificate,
  among: Iterable<X509Certificate>,
): X509Certificate | undefined {
  for (const one of among) if (one.ca && isSignedBy(certificate, one)) return one;
  return undefined;
}

function refuseUnfit(server: X509Certificate): void {
  if (server.subjectAltName === undefined || server.subjectAltName === "") {
    throw new CertificateRefusal(texts.noNames(nameOf(server)));
  }
  // Node gives the extended key usage under this name.
  const usage = server.keyUsage as string[] | undefined;
  if (usage && !usage.some((one) => SERVER_AUTH.has(one))) {
    throw new CertificateRefusal(texts.notForServers(nameOf(server)));
  }
}

function refuseOutsideTime(certificate: X509Certificate, now: number): void {
  const { validFrom, validTo } = certificate;
  if (Date.parse(validTo) <= now) {
    throw new CertificateRefusal(texts.expired(nameOf(certificate), dayOf(validTo)));
  }
  if (Date.parse(validFrom) > now) {
    throw new CertificateRefusal(texts.notYetValid(nameOf(certificate), dayOf(validFrom)));
  }
}

function incomplete(
  last: X509Certificate,
  server: X509Certificate,
  issuers: readonly X509Certificate[],
): CertificateRefusal {
  const others = issuers.map((one) => texts.quoted(nameOf(one)));
  return new CertificateRefusal(texts.incomplete(nameOf(server), issuerName(last), nameOf(last), others));
}
