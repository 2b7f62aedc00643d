/**
 * What TLS is told of the server it connects to.
 *
 *     tls.connect({ port, host, ...tlsPeer({ host, verify: true, ca }) });
 */
import { ipVersion } from "./ip-address.ts";

export interface TlsPeer {
  /** Left out where the client fills in the name itself. */
  host?: string;
  verify: boolean;
  /** PEM; the authorities of the process if undefined. */
  ca?: string | undefined;
  /** What this client shows of itself, PEM; only with `key`. */
  cert?: string | undefined;
  key?: string | undefined;
}

export interface TlsPeerOptions {
  rejectUnauthorized: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  servername?: string;
}

/** An address is no server name (RFC 6066, 3). */
export function tlsPeer({ ca, cert, host, key, verify }: TlsPeer): TlsPeerOptions {
  return {
    rejectUnauthorized: verify,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(host === undefined || ipVersion(host) !== 0 ? {} : { servername: host }),
  };
}
