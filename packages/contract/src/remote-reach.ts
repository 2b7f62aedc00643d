/**
 * What people of a central reach at a hub, whatever the site allows them: questions and changes in JSON, the log's lines, and live data. Who
 * gets in, the door to the central itself, and sessions are for people at the hub, as they are for no token of a program; files do not
 * come this way. People and certificates are reached where the site entrusts them to its central, people by calls of their own alone.
 */
import type { CallSpec } from "./define.ts";
import { reachedByTokens } from "./token-reach.ts";

/** Who asks, and what the device is: all that a page begins with. */
const INFO = "/info";
/** No JSON, but text to look at. */
const TEXTS: ReadonlySet<string> = new Set(["/stream", "/system/log", "/update/log"]);
const ENTRUSTED = "/system/entrusted";
const CERTIFICATES = ["/resources/certs/", "/resources/tls/"] as const;

type Reached = Pick<CallSpec, "access" | "mutates" | "path" | "upload" | "content">;

/** @param entrusted the site lets the central keep people and certificates, and its administrator asks */
export const reachedFromCentral = (spec: Reached, entrusted = false): boolean =>
  spec.path === INFO ||
  (spec.access !== "public" &&
    spec.upload === undefined &&
    (spec.content === undefined || TEXTS.has(spec.path)) &&
    (isEntrusted(spec) ? entrusted : reachedByTokens(spec.path)));

/** Whether the call is for no caller at the hub itself. */
export const onlyFromCentral = (path: string): boolean =>
  path === ENTRUSTED || path.startsWith(`${ENTRUSTED}/`);

/** People that the central keeps reach what they need to sign in, and nothing that makes another way in. */
export const reachedByKeptPeople = ({ needs, path }: Pick<CallSpec, "needs" | "path">): boolean =>
  needs !== "admin" || reachedByTokens(path);

const isEntrusted = ({ mutates, path }: Reached): boolean =>
  onlyFromCentral(path) || (mutates && CERTIFICATES.some((part) => path.startsWith(part)));

/** How the tokens begin by which a hub knows such a call while it is under way. */
export const REMOTE_TOKEN_PREFIX = "hwr_";
