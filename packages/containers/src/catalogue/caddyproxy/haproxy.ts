/** tcp and tcps rules → haproxy's configuration (docs.haproxy.org/2.6/configuration.html). All values were validated. */
import { createHash } from "node:crypto";
import type { ProxyParameters, ProxyRule } from "./parameters.ts";

export const CERTIFICATES = "/etc/proxy/certificates";

/** Named by its content, so that a running worker's file never changes under it. */
export function certificateFile({ certificate }: ProxyParameters): string | undefined {
  if (!certificate) return undefined;
  const hash = createHash("sha256").update(certificate.chain).update(certificate.key).digest("hex");
  return `${CERTIFICATES}/${hash.slice(0, 32)}.pem`;
}

export function haproxyConfig(parameters: ProxyParameters): string {
  const file = certificateFile(parameters);
  const own = parameters.rules.filter(({ protocol }) => protocol === "tcp" || protocol === "tcps");
  return [
    "global",
    "  log stderr format raw local0 warning",
    "  maxconn 2000",
    "  stats socket /run/proxy/haproxy.sock mode 600 level admin expose-fd listeners",
    "  hard-stop-after 24h",
    "defaults",
    "  log global",
    "  mode tcp",
    "  timeout connect 5s",
    "  timeout client 12h",
    "  timeout server 12h",
    // haproxy wants one listener at least.
    "frontend idle",
    "  bind unix@/run/proxy/idle.sock",
    ...own.flatMap((rule) => listener(rule, file)),
    "",
  ].join("\n");
}

function listener({ id, port, protocol, dial }: ProxyRule, file: string | undefined): string[] {
  const tls = protocol === "tcps" ? ` ssl crt ${file ?? ""}` : "";
  return [`listen rule-${id}`, `  bind :${port}${tls}`, `  server target ${dial}`];
}
