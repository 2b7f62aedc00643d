/**
 * Joining a central: with the code that its administrator gave, over HTTPS to a server that proves to be the one of the code. The
 * hub's key is made here and stays here.
 */
import { createHash, X509Certificate } from "node:crypto";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { netErrorText, tlsPeer } from "@hubwart/core";
import { ask } from "@hubwart/core/http";
import * as z from "zod/mini";
import { keyToPem, newKey } from "../identity/nkey.ts";
import { certificateRequest } from "../identity/request.ts";
import { CENTRAL_PREFIX, centralJoin } from "../join-call.ts";
import { readJoinCode } from "../join-code.ts";
import { texts } from "../texts.ts";
import type { Identity } from "./identity.ts";

export interface Joining {
  /** `https://host[:port]` */
  address: string;
  code: string;
  /** Of the hub, for people. */
  name: string;
  version: string;
}

/** German; `field` is the one of the form that it is about. */
export class JoinError extends Error {
  readonly field: "address" | "code";
  constructor(field: "address" | "code", message: string, options?: ErrorOptions) {
    super(message, options);
    this.field = field;
  }
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
const ANSWER_BYTES = 64 * 1024;
/** Certificates of a chain that are looked at. */
const LONGEST_CHAIN = 10;

/** @throws JoinError */
export async function joinCentral({ address, code, name, version }: Joining): Promise<Identity> {
  const read = readJoinCode(code);
  if (!read) throw new JoinError("code", texts.codeShape);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== "https:" || url.pathname !== "/" || url.search !== "" || url.username !== "")
    throw new JoinError("address", texts.addressShape);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? 443 : Number(url.port);
  try {
    const ca = await authorityAt(host, port, read.authority);
    const key = newKey();
    const body = JSON.stringify({ code: read.secret, request: certificateRequest(key, name), name, version });
    const to = {
      host,
      port,
      path: CENTRAL_PREFIX + centralJoin.path,
      ...tlsPeer({ host, verify: true, ca }),
    };
    const reply = await ask({
      tls: true,
      to,
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      within: ANSWER_MS,
      most: ANSWER_BYTES,
    });
    const { code: _code, ...joined } = answerOf(reply.status, reply.body.toString("utf8"));
    return { ...joined, address: url.origin, key: keyToPem(key) };
  } catch (cause) {
    if (cause instanceof JoinError) throw cause;
    throw new JoinError("address", netErrorText(cause, url.host), { cause });
  }
}

function answerOf(status: number, text: string) {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch (cause) {
    throw new JoinError("address", texts.noCentral, { cause });
  }
  const joined = z.safeParse(centralJoin.answer, told);
  if (status === 200 && joined.success) return joined.data;
  const refused = z.safeParse(z.object({ message: z.string().check(z.maxLength(500)) }), told);
  throw new JoinError("code", refused.success ? refused.data.message : texts.noCentral);
}

/**
 * The authority that the code names, as the server shows it. Nothing is sent on this connection: who answers is not known yet.
 *
 * @returns PEM
 */
function authorityAt(host: string, port: number, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...tlsPeer({ host, verify: false }), timeout: CONNECT_MS });
    socket.once("secureConnect", () => {
      const found = chainOf(socket.getPeerCertificate(true)).find(
        (raw) => createHash("sha256").update(raw).digest("base64url") === wanted,
      );
      socket.destroy();
      if (found) resolve(new X509Certificate(found).toString());
      else reject(new JoinError("code", texts.otherCentral));
    });
    socket.once("timeout", () => socket.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", reject);
    socket.once("close", () => reject(new JoinError("address", texts.noCentral)));
  });
}

function chainOf(first: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = [];
  let at: DetailedPeerCertificate | undefined = first;
  while (at?.raw && chain.length < LONGEST_CHAIN) {
    chain.push(at.raw);
    at = at.issuerCertificate === at ? undefined : at.issuerCertificate;
  }
  return chain;
}
