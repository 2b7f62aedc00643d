/**
 * Serves with a certificate within this process, to a client that trusts its root: whoever passes can be put in.
 *
 *     await proveHandshake({ key, certificate }, root, clock);     // throws CertificateRefusal, German
 */
import type { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { duplexPair } from "node:stream";
import { connect, createSecureContext, type SecureVersion, TLSSocket } from "node:tls";
import { type Clock, errorText } from "@hubwart/core";
import { CertificateRefusal } from "./certificate-file.ts";
import type { KeyPair } from "./order.ts";
import { texts } from "./texts.ts";

const WITHIN = 10_000;
const VERSIONS: readonly SecureVersion[] = ["TLSv1.3", "TLSv1.2"];

export async function proveHandshake(pair: KeyPair, root: X509Certificate, clock: Clock): Promise<void> {
  for (const version of VERSIONS) {
    try {
      await handshake(pair, root, version, clock);
    } catch (cause) {
      throw new CertificateRefusal(texts.noConnection(reasonOf(cause)), {
        cause,
      });
    }
  }
}

async function handshake(
  { certificate, key }: KeyPair,
  root: X509Certificate,
  version: SecureVersion,
  clock: Clock,
): Promise<void> {
  const versions = { minVersion: version, maxVersion: version };
  const secureContext = createSecureContext({ key, cert: certificate, ...versions });
  const [near, far] = duplexPair();
  const server = new TLSSocket(far, { isServer: true, secureContext });
  // The client tells what happened to both.
  server.on("error", () => undefined);
  const client = connect({
    socket: near,
    ca: root.toString(),
    // Names are the administrator's choice: the device does not know under which it is reached.
    checkServerIdentity: () => undefined,
    ...versions,
  });
  const cancel = clock.after(WITHIN, () => client.destroy(new Error(texts.timeout)));
  try {
    await Promise.race([once(client, "secureConnect"), endOf(client)]);
  } finally {
    cancel();
    client.on("error", () => undefined);
    client.destroy();
    server.destroy();
  }
}

async function endOf(client: TLSSocket): Promise<never> {
  await once(client, "close");
  throw new Error(texts.endedEarly);
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/KEY_TOO_SMALL|MD_TOO_WEAK/, texts.tooWeak],
  [/INVALID_PURPOSE|CERT_PURPOSE|KEY_USAGE|KEYUSAGE/, texts.usageNotServer],
  [/INVALID_CA|PATH_LENGTH|NOT_CA/, texts.chainNotIssuer],
  [/EXPIRED|NOT_YET_VALID/, texts.chainNotValid],
];

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? `${errorText(error)}.`;
}
