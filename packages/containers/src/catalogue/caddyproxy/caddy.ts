/** http and https rules → Caddy's configuration (caddyserver.com/docs/json). One server a rule, so that each has its port. */
import type { ProxyParameters, ProxyRule } from "./parameters.ts";

const ADMIN = "unix//run/proxy/caddy.sock";
const TAG = "device";

export function caddyConfig({ rules, certificate }: ProxyParameters): object {
  const own = rules.filter(({ protocol }) => protocol === "http" || protocol === "https");
  return {
    admin: { listen: ADMIN },
    logging: { logs: { default: { level: "WARN", writer: { output: "stderr" } } } },
    apps: {
      http: {
        // Requests under way may end when the configuration changes; a hanging one does not hold it up for ever.
        grace_period: "30s",
        servers: Object.fromEntries(own.map((rule) => [rule.id, server(rule)])),
      },
      tls: certificate
        ? {
            certificates: {
              load_pem: [{ certificate: certificate.chain, key: certificate.key, tags: [TAG] }],
            },
          }
        : {},
    },
  };
}

function server({ port, protocol, dial, headers }: ProxyRule): object {
  const set = Object.fromEntries(headers.map(({ name, value }) => [name, [literal(value)]]));
  return {
    listen: [`:${port}`],
    automatic_https: { disable: true },
    routes: [
      {
        handle: [
          {
            handler: "reverse_proxy",
            upstreams: [{ dial }],
            // Streams and server-sent events pass at once.
            flush_interval: -1,
            transport: { protocol: "http", dial_timeout: "5s" },
            ...(headers.length > 0 ? { headers: { request: { set } } } : {}),
          },
        ],
      },
    ],
    ...(protocol === "https"
      ? {
          tls_connection_policies: [{ certificate_selection: { any_tag: [TAG] }, fallback_sni: "hub" }],
        }
      : {}),
  };
}

/** Braces are Caddy's placeholders; what an administrator writes is meant as it stands. */
function literal(value: string): string {
  return value.replaceAll("{", "\\{");
}
