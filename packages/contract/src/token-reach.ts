/**
 * What no token of a program reaches, whatever its level: what belongs to a person's own session, and who gets in. Whoever
 * finds a token must not be able to make himself another way in.
 */
const FOR_PEOPLE = [
  "/logout",
  "/refresh",
  "/system/central",
  "/system/change_pw",
  "/system/entrusted",
  "/system/mcp",
  "/system/oidc",
  "/system/people",
  "/system/passkeys",
  "/system/second_factor",
  "/system/sessions",
  "/system/tokens",
  "/ticket",
  "/unsaved",
  "/wsauth",
  "/metrics/token",
  "/pages/links",
] as const;

/** @param path of a call, below `/admin/api` */
export const reachedByTokens = (path: string): boolean =>
  !FOR_PEOPLE.some((part) => path === part || path.startsWith(`${part}/`));

/** How tokens of programs begin: no session's token does, and who finds one in a file knows what it is. */
export const MACHINE_TOKEN_PREFIX = "hwt_";
