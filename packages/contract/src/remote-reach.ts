/**
 * What people of a central reach at a hub, whatever the site allows them: questions and changes in JSON. Who gets in, the door to the central
 * itself, and sessions are for people at the hub, as they are for no token of a program; files and streams do not come this way.
 */
import type { CallSpec } from "./define.ts";
import { reachedByTokens } from "./token-reach.ts";

export const reachedFromCentral = (spec: Pick<CallSpec, "access" | "path" | "upload" | "content">): boolean =>
  spec.access !== "public" &&
  spec.upload === undefined &&
  spec.content === undefined &&
  reachedByTokens(spec.path);

/** How the tokens begin by which a hub knows such a call while it is under way. */
export const REMOTE_TOKEN_PREFIX = "hwr_";
