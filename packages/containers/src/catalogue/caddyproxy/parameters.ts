/** What the proxy is told: rules whose targets are resolved already, and the certificate of the TLS ones. */
import * as z from "zod/mini";

const pem = (label: string) =>
  z
    .string()
    .check(
      z.maxLength(200_000),
      z.regex(
        new RegExp(String.raw`^(-----BEGIN ${label}-----\n([A-Za-z0-9+/=]+\n)+-----END ${label}-----\n?)+$`),
      ),
    );

/** RFC 9110 §5.1, §5.5: a field name is a token, a value has no control characters. */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
export const HEADER_VALUE = /^[^\p{Cc}]{0,2000}$/u;
const ADDRESS = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):[0-9]{1,5}$/;

export const proxyRule = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  port: z.int().check(
    z.minimum(1),
    z.maximum(65_535),
    z.refine((port) => port !== 80 && port !== 443),
  ),
  protocol: z.enum(["http", "https", "tcp", "tcps"]),
  /** `host:port` as the proxy dials it. */
  dial: z.string().check(z.regex(ADDRESS)),
  headers: z
    .array(
      z.strictObject({
        name: z.string().check(z.regex(HEADER_NAME)),
        value: z.string().check(z.regex(HEADER_VALUE)),
      }),
    )
    .check(z.maxLength(50)),
});
export type ProxyRule = z.output<typeof proxyRule>;

export const proxyParameters = z.strictObject({
  rules: z.array(proxyRule).check(
    z.maxLength(500),
    z.refine((rules) => new Set(rules.map(({ port }) => port)).size === rules.length, {
      error: "Ein Port kommt mehrfach vor.",
    }),
  ),
  /** Certificate with its chain, and its key; needed by https and tcps. */
  certificate: z.optional(
    z.strictObject({ chain: pem("CERTIFICATE"), key: pem("(?:RSA |EC )?PRIVATE KEY") }),
  ),
});
export type ProxyParameters = z.output<typeof proxyParameters>;
