/**
 * Authorities that this process trusts beside those Node brings: for every TLS client connection that names no authority
 * of its own, whichever library opens it.
 *
 *     await trustAuthorities(await readAuthorities(layout.authorities));   // again after each change
 *
 * Node 20 can be told of further authorities only before it starts, so `tls.createSecureContext` and `tls.connect` are
 * wrapped, once, when there is a first authority. Without any, nothing is loaded or changed.
 *
 * Invariants: a connection that stands because of an authority is ended when that authority goes. No session from before
 * that is resumed, because a resumed one is not judged again (RFC 8446, 2.2).
 */
import { readdir } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import type { ConnectionOptions, PeerCertificate, TLSSocket } from "node:tls";
import { nodeCrypto } from "./crypto.ts";
import { isMissing, readOwnText } from "./files.ts";

/** Ending of the files in the folder of authorities; each holds one certificate (PEM). */
export const AUTHORITY_ENDING = ".pem";

interface Authority {
  pem: string;
  fingerprint: string;
}

let trusted: readonly Authority[] = [];
let wrapped: Promise<void> | undefined;
/** Open client connections that were made since there is an authority. */
const open = new Set<TLSSocket>();
/** Times that an authority went. */
let losses = 0;
/** Sessions that clients keep, and how many times that was when they began. */
const sessions = new WeakMap<Buffer, number>();

/** From now on exactly these. @param pems one certificate each; what is none is left out */
export async function trustAuthorities(pems: readonly string[]): Promise<void> {
  const next = pems.flatMap(authorityOf);
  if (next.length === 0 && wrapped === undefined) return;
  wrapped ??= wrap();
  await wrapped;
  const kept = new Set(next.map(({ fingerprint }) => fingerprint));
  const gone = new Set(trusted.map(({ fingerprint }) => fingerprint).filter((one) => !kept.has(one)));
  trusted = next;
  if (gone.size === 0) return;
  losses += 1;
  for (const socket of open) {
    if (!standsOn(socket, gone)) continue;
    socket.destroy(new Error("the authority of the other side's certificate is not trusted any more"));
  }
}

/** Certificates in a folder, by name; none if there is no such folder. */
export async function readAuthorities(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(AUTHORITY_ENDING)).sort();
  const texts = await Promise.all(
    // One that cannot be read is trusted by nobody; the appliance logs what is wrong with it.
    files.map((name) => readOwnText(path.join(folder, name)).catch(() => "")),
  );
  return texts.filter((text) => text !== "");
}

function authorityOf(pem: string): Authority[] {
  try {
    const { X509Certificate } = nodeCrypto();
    return [{ pem, fingerprint: new X509Certificate(pem).fingerprint256 }];
  } catch {
    return [];
  }
}

/** `addCACert` is what Node's own `ca` option uses; it keeps the usual authorities beside it. */
interface NativeContext {
  addCACert(pem: string): void;
}

async function wrap(): Promise<void> {
  const { default: tls } = await import("node:tls");
  const { connect, createSecureContext } = tls;
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    if (options?.ca === undefined) {
      const native: NativeContext = made.context;
      for (const { pem } of trusted) native.addCACert(pem);
    }
    return made;
  };
  tls.connect = (...args: unknown[]) => {
    const options = args.find((one): one is ConnectionOptions => typeof one === "object" && one !== null);
    const judged = args.map((one) => (one === options && options ? withoutOldSession(options) : one));
    const socket = (connect as (...all: unknown[]) => TLSSocket)(...judged);
    open.add(socket);
    socket.on("session", (session: Buffer) => sessions.set(session, losses));
    socket.once("close", () => open.delete(socket));
    return socket;
  };
  // For those who imported the functions by name.
  syncBuiltinESMExports();
}

function withoutOldSession(options: ConnectionOptions): ConnectionOptions {
  const begun = options.session === undefined ? undefined : sessions.get(options.session);
  if (begun === undefined || begun === losses) return options;
  const { session: _old, ...rest } = options;
  return rest;
}

/** One that is still shaking hands may have been judged by the old authorities, so it counts. */
function standsOn(socket: TLSSocket, gone: ReadonlySet<string>): boolean {
  if ((socket as TLSSocket & { secureConnecting: boolean }).secureConnecting) return true;
  if (!socket.authorized) return false;
  const seen = new Set<string>();
  let certificate: PeerCertificate | undefined = socket.getPeerCertificate(true);
  while (certificate?.fingerprint256 !== undefined && !seen.has(certificate.fingerprint256)) {
    if (gone.has(certificate.fingerprint256)) return true;
    seen.add(certificate.fingerprint256);
    certificate = (certificate as { issuerCertificate?: PeerCertificate }).issuerCertificate;
  }
  return false;
}
