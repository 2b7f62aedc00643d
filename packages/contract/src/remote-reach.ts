/**
 * What people of a central reach at a hub, whatever the site allows them: questions and changes in JSON, the log's lines, and live data. Who
 * gets in, the door to the central itself, and sessions are for people at the hub, as they are for no token of a program; files do not
 * come this way.
 */
import type { CallSpec } from "./define.ts";
import { reachedByTokens } from "./token-reach.ts";

/** Who asks, and what the device is: all that a page begins with. */
const INFO = "/info";
/** No JSON, but text to look at. */
const TEXTS: ReadonlySet<string> = new Set(["/stream", "/system/log", "/update/log"]);

export const reachedFromCentral = (spec: Pick<CallSpec, "access" | "path" | "upload" | "content">): boolean =>
  spec.path === INFO ||
  (spec.access !== "public" &&
    spec.upload === undefined &&
    (spec.content === undefined || TEXTS.has(spec.path)) &&
    reachedByTokens(spec.path));

/** How the tokens begin by which a hub knows such a call while it is under way. */
export const REMOTE_TOKEN_PREFIX = "hwr_";
