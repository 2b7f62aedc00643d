/**
 * Who asks: a program or person by a token, or a person by the cookie of a session. A cookie counts only for the central's own page:
 * SameSite takes another port of the same machine for the same site, so where a request comes from is looked at besides.
 */
import type { IncomingHttpHeaders } from "node:http";
import { ForbiddenError } from "../forbidden.ts";
import type { Account } from "../register/people.ts";
import type { Session } from "../register/sessions.ts";
import { texts } from "../texts.ts";

export interface Asker {
  account: Account;
  /** Without one it is a token. */
  session: Session | undefined;
}

export interface Asking {
  byToken: (token: string) => Account | undefined;
  bySession: (secret: string) => Session | undefined;
}

export interface AskedBy {
  method: string;
  headers: IncomingHttpHeaders;
}

/** The prefix has browsers take it over HTTPS and for this host alone, whoever sets it. */
const COOKIE = "__Host-hubwart-central";
const FOUND = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{1,100})(?:;|$)`);
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Strict";

/** @param secret undefined: there is none any more */
export const cookieOf = (secret: string | undefined): string =>
  secret === undefined ? `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0` : `${COOKIE}=${secret}; ${ATTRIBUTES}`;

/** A token is given, whether it is one or not. */
export const givesToken = ({ headers }: AskedBy): boolean => headers.authorization !== undefined;

/** undefined for nobody. @throws ForbiddenError where a page of somebody else asks */
export function askerOf(request: AskedBy, asking: Asking): Asker | undefined {
  const { headers, method } = request;
  if (givesToken(request)) {
    const token = /^Bearer (\S{1,100})$/i.exec(headers.authorization ?? "")?.[1];
    const account = token === undefined ? undefined : asking.byToken(token);
    return account && { account, session: undefined };
  }
  demandOwnPage(request);
  const secret = FOUND.exec(headers.cookie ?? "")?.[1];
  const session = secret === undefined ? undefined : asking.bySession(secret);
  // Browsers tell the origin of whatever is no mere reading.
  if (session && method !== "GET" && headers.origin === undefined)
    throw new ForbiddenError(texts.foreignPage);
  return session && { account: session.account, session };
}

/** What browsers tell of where a request comes from; programs tell nothing. */
function demandOwnPage({ headers: { host, origin, "sec-fetch-site": site } }: AskedBy): void {
  const fromHere = site === undefined || site === "same-origin" || site === "none";
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).origin === `https://${host}`);
  if (!fromHere || !ours) throw new ForbiddenError(texts.foreignPage);
}
