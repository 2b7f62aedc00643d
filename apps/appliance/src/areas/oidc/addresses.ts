/**
 * What may be asked. The device goes to the service that an administrator named and to the hosts he named beside it, encrypted unless
 * he allowed otherwise; what the service itself names counts for nothing more.
 */
import { texts } from "./texts.ts";

/** @returns what is wrong about the origin under which browsers reach this device */
export function addressProblem(text: string, plain: boolean): string | undefined {
  const url = parsed(text);
  return url && url.origin === text && encrypted(url, plain) ? undefined : texts.address;
}

/** @returns what is wrong about the address of a service */
export function issuerProblem(text: string, plain: boolean): string | undefined {
  const url = parsed(text);
  const bare = url && url.username === "" && url.password === "" && !/[?#]/.test(text);
  return bare && encrypted(url, plain) ? undefined : texts.issuer;
}

export interface Reach {
  issuer: string;
  hosts: readonly string[];
  plain: boolean;
}

/** @returns why this address is not asked; undefined where it is */
export function refusal(url: URL, { hosts, issuer, plain }: Reach): string | undefined {
  const known = [new URL(issuer).host, ...hosts.map((host) => host.toLowerCase())];
  if (!known.includes(url.host)) return texts.foreignHost(url.host);
  return encrypted(url, plain) ? undefined : texts.unencrypted(url.host);
}

function encrypted({ hostname, protocol }: URL, plain: boolean): boolean {
  if (protocol === "https:") return true;
  return protocol === "http:" && (plain || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
