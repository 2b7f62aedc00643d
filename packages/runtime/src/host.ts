import { ipVersion } from "@hubwart/core";

/** Host name (RFC 1123, underscores tolerated) or IP address; never begins with `-`, so that no tool takes it for an option. */
export const HOST_PATTERN = /^[A-Za-z0-9_:][A-Za-z0-9._:%-]{0,254}$/;

/** German reason why this is neither a host name nor an IP address. */
export function hostProblem(host: string): string | undefined {
  if (ipVersion(host) !== 0) return undefined;
  if (/^[\d.]+$/.test(host)) return `„${host}“ ist keine gültige IPv4-Adresse`;
  if (host.includes(":") || host.includes("%")) return `„${host}“ ist keine gültige IPv6-Adresse`;
  const labels = host.replace(/\.$/, "").split(".");
  const valid =
    host.length <= 253 &&
    labels.every((label) => /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/.test(label));
  return valid ? undefined : `„${host}“ ist kein gültiger Hostname`;
}
