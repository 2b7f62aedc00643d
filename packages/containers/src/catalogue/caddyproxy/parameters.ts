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

/** Certificate with its chain, and its key. */
const pair = { chain: pem("CERTIFICATE"), key: pem("(?:RSA |EC )?PRIVATE KEY") };

/** RFC 9110 §5.1, §5.5: a field name is a token, a value has no control characters. */
export const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
export const HEADER_VALUE = /^[^\p{Cc}]{0,2000}$/u;
const ADDRESS = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):[0-9]{1,5}$/;

const name = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));

export const proxyRule = z.strictObject({
  id: name(),
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
  /** Id of one of `certificates`; without it https and tcps have the device's. */
  certificate: z.optional(name()),
  /** Sent to the target, which knows by it that `X-Forwarded-For` is the proxy's own. */
  proof: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});
export type ProxyRule = z.output<typeof proxyRule>;

export const proxyParameters = z.strictObject({
  rules: z.array(proxyRule).check(
    z.maxLength(500),
    z.refine((rules) => new Set(rules.map(({ port }) => port)).size === rules.length, {
      error: "Ein Port kommt mehrfach vor.",
    }),
  ),
  /** The device's; needed by https and tcps without one of their own. */
  certificate: z.optional(z.strictObject(pair)),
  certificates: z.optional(z.array(z.strictObject({ id: name(), ...pair })).check(z.maxLength(50))),
});
export type ProxyParameters = z.output<typeof proxyParameters>;
