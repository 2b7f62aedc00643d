/** From what a directory service says of somebody to what the person is here. No network, no store. */
import type { Editable } from "../../platform/people/people.ts";
import type { StoredOidc } from "./settings.ts";

export type Claims = Readonly<Record<string, unknown>>;
type Table = Pick<StoredOidc, "claim" | "otherwise" | "roles">;

/** What the person may here; undefined for nothing. */
export function rightsOf(
  claims: Claims,
  { claim, otherwise, roles }: Table,
): Pick<Editable, "channels" | "role"> | undefined {
  const values = valuesOf(claims, claim);
  const row = roles.find(({ value }) => values.includes(value));
  if (row) return { role: row.role, channels: row.channels };
  return otherwise === null ? undefined : { role: otherwise, channels: null };
}

/** Whether the claim that decides is there at all. */
export const hasClaim = (claims: Claims, claim: string): boolean => found(claims, claim) !== undefined;

/** A name by which nobody can be taken for somebody else: what is not seen is left out. */
export function namesOf(claims: Claims): Pick<Editable, "label" | "name"> {
  const [name = "?"] = ["preferred_username", "email", "sub"].flatMap((each) => visible(claims[each], 50));
  const [label = ""] = visible(claims["name"], 100);
  return { name, label };
}

/** Ways of signing in that are a second factor or need one (RFC 8176). */
const FACTORS = new Set(["mfa", "otp", "hwk", "swk", "sc", "mca"]);

export function hadFactor(claims: Claims): boolean {
  const amr = claims["amr"];
  return Array.isArray(amr) && amr.some((each) => typeof each === "string" && FACTORS.has(each));
}

function valuesOf(claims: Claims, claim: string): string[] {
  const value = found(claims, claim);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
}

/** By its whole name first: names of claims may be addresses. */
function found(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let at: unknown = claims;
  for (const part of claim.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Claims)[part];
  }
  return at;
}

function visible(value: unknown, most: number): string[] {
  if (typeof value !== "string") return [];
  const seen = value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").trim();
  const text = seen
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return text === "" ? [] : [text];
}
