import { ipVersion } from "@hubwart/core";
import { texts } from "./texts.ts";

/** Host name (RFC 1123, underscores tolerated) or IP address; never begins with `-`, so that no tool takes it for an option. */
export const HOST_PATTERN = /^[A-Za-z0-9_:][A-Za-z0-9._:%-]{0,254}$/;

/** German reason why this is neither a host name nor an IP address. */
export function hostProblem(host: string): string | undefined {
  if (ipVersion(host) !== 0) return undefined;
  if (/^[\d.]+$/.test(host)) return texts.noIpv4(host);
  if (host.includes(":") || host.includes("%")) return texts.noIpv6(host);
  const labels = host.replace(/\.$/, "").split(".");
  const valid =
    host.length <= 253 &&
    labels.every((label) => /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/.test(label));
  return valid ? undefined : texts.noHostname(host);
}
