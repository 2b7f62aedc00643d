/**
 * What people of a central reach at a hub, whatever the site allows them: questions and changes in JSON, the log's lines, live data, and the
 * files named here. Who gets in, the door to the central itself, and sessions are for people at the hub, as they are for no token of a
 * program. People and certificates are reached where the site entrusts them to its central, people by calls of their own alone.
 */
import type { CallSpec } from "./define.ts";
import { reachedByTokens } from "./token-reach.ts";

/** Who asks, and what the device is: all that a page begins with. */
const INFO = "/info";
/** No JSON, but text to look at. */
const TEXTS: ReadonlySet<string> = new Set(["/stream", "/system/log", "/update/log"]);
/** Not backups, which have a way of their own to the central and hold what opens the device. */
const DOWN: ReadonlySet<string> = new Set([
  "/alarms/history/download",
  "/energy/download",
  "/energy/parquet",
  "/energy/report",
  "/knx/debug/log",
  "/project/download",
  "/project/drafts/{id}/export",
  "/project/template",
  "/resources/lake/file",
  "/resources/tls/root.crt",
  "/system/audit/download",
  "/system/info",
  "/system/log",
  "/update/log",
]);
/** Nothing that gives a key or a way in, and no pages, which would run in the browsers of the site's people. */
const UP: ReadonlySet<string> = new Set([
  "/pages/plan",
  "/project/drafts/import",
  "/project/import_ets",
  "/project/{action}",
  "/recording/correct/file",
  "/resources/lua/upload",
  "/schedules/calendars/upload",
]);
const ENTRUSTED = "/system/entrusted";
const CERTIFICATES = ["/resources/certs/", "/resources/tls/"] as const;

type Reached = Pick<CallSpec, "access" | "mutates" | "path" | "upload" | "content">;

/** @param entrusted the site lets the central keep people and certificates, and its administrator asks */
export const reachedFromCentral = (spec: Reached, entrusted = false): boolean =>
  spec.path === INFO ||
  (spec.access !== "public" &&
    (spec.upload === undefined || UP.has(spec.path)) &&
    (spec.content === undefined || TEXTS.has(spec.path) || DOWN.has(spec.path)) &&
    (isEntrusted(spec) ? entrusted : reachedByTokens(spec.path)));

/** Whether a call's answer may come as text in one message. */
export const isTextFromCentral = ({ path }: Pick<CallSpec, "path">): boolean => TEXTS.has(path);

/** Which way a call's file goes, piece by piece; undefined: it has none that goes. */
export function fileFromCentral({ content, path, upload }: Pick<CallSpec, "content" | "path" | "upload">) {
  if (upload !== undefined) return UP.has(path) ? "up" : undefined;
  return content !== undefined && DOWN.has(path) ? "down" : undefined;
}

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
