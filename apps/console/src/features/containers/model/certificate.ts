/** A certificate uploaded for rules of the proxy, as people see it. */
import type { ProxyCertificate } from "../api/proxy.ts";

const DAY = 24 * 60 * 60 * 1000;
const SOON = 30 * DAY;

/** Its names, or whom it is for if it has none. */
export const certificateName = ({ names, subject }: Pick<ProxyCertificate, "names" | "subject">): string =>
  names.join(", ") || subject;

/** @param now ms since the epoch */
export function endOf(
  { valid_end }: Pick<ProxyCertificate, "valid_end">,
  now: number,
): "over" | "soon" | "good" {
  const left = Date.parse(valid_end) - now;
  if (left <= 0) return "over";
  return left <= SOON ? "soon" : "good";
}
