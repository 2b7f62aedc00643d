/** Rules → haproxy's configuration (docs.haproxy.org/2.6/configuration.html). All values were validated. */
import { createHash } from "node:crypto";
import type { ProxyParameters, ProxyRule } from "./parameters.ts";

const CERTIFICATES = "/etc/proxy/certificates";

/** With the rule's proof. */
export const PROOF_HEADER = "X-Hubwart-Proxy";

export interface CertificateFile {
  path: string;
  content: string;
}

/**
 * The file of a rule's certificate; undefined if there is none. Named by its content, so that a running worker's file never changes
 * under it.
 */
export function certificateFile(
  { certificate, certificates = [] }: ProxyParameters,
  rule: ProxyRule,
): CertificateFile | undefined {
  const pair =
    rule.certificate === undefined ? certificate : certificates.find(({ id }) => id === rule.certificate);
  if (!pair) return undefined;
  const content = `${pair.chain.trim()}\n${pair.key.trim()}\n`;
  return { path: `${CERTIFICATES}/${digest(content)}.pem`, content };
}

/** Connections at a time, of all rules; each takes some 35 KiB, with TLS twice as much, of the container's memory. */
const MOST_CONNECTIONS = 4_000;
const MOST_OF_A_RULE = 1_000;

export const usesTls = ({ protocol }: ProxyRule): boolean => protocol === "https" || protocol === "tcps";

export function haproxyConfig(parameters: ProxyParameters): string {
  // Together no more than all: who fills up one rule leaves the others theirs.
  const share = Math.floor(MOST_CONNECTIONS / Math.max(1, parameters.rules.length));
  const each = Math.min(MOST_OF_A_RULE, share);
  return [
    "global",
    "  log stderr format raw local0 warning",
    `  maxconn ${MOST_CONNECTIONS}`,
    "  stats socket /run/proxy/haproxy.sock mode 600 level admin expose-fd listeners",
    "  hard-stop-after 24h",
    "  ssl-default-bind-options ssl-min-ver TLSv1.2",
    "  tune.ssl.default-dh-param 2048",
    "defaults",
    // The appliance looks names up and gives addresses; a name nobody knows would still stop no other rule.
    "  default-server init-addr last,libc,none",
    "  log global",
    "  option dontlognull",
    "  timeout connect 5s",
    // Streams may be silent for long; a head must come soon.
    "  timeout client 12h",
    "  timeout server 12h",
    "  timeout tunnel 12h",
    "  timeout http-request 30s",
    "  timeout http-keep-alive 75s",
    // haproxy wants one listener at least.
    "frontend idle",
    "  mode tcp",
    "  bind unix@/run/proxy/idle.sock",
    ...parameters.rules.flatMap((rule) => [...block(rule, parameters), `  maxconn ${each}`]),
    "",
  ].join("\n");
}

/** One rule of http or https on a socket of its own; each request leaves a line with its status and how it ended. */
export function trialConfig(rule: ProxyRule, parameters: ProxyParameters, base: string): string {
  const file = usesTls(rule) ? certificateFile(parameters, rule) : undefined;
  return [
    "global",
    "  log stderr format raw local0 info",
    "  maxconn 10",
    "defaults",
    "  default-server init-addr last,libc,none",
    "  log global",
    '  log-format "status=%ST end=%ts"',
    "  timeout connect 3s",
    "  timeout client 8s",
    "  timeout server 5s",
    "listen trial",
    "  mode http",
    `  bind unix@${base}.sock`,
    ...(file ? [`  bind unix@${base}.tls ssl crt ${file.path}`] : []),
    ...httpLines(rule),
    `  server target ${rule.dial}`,
    "",
  ].join("\n");
}

/** `id digest` of each rule: what `apply` compares to cut the connections of those that are gone or changed. */
export function ruleDigests(parameters: ProxyParameters): string {
  return parameters.rules
    .map((rule) => `${rule.id} ${digest(block(rule, parameters).join("\n"))}\n`)
    .join("");
}

function block(rule: ProxyRule, parameters: ProxyParameters): string[] {
  const { id, port, protocol, dial } = rule;
  const http = protocol === "http" || protocol === "https";
  const alpn = http ? " alpn h2,http/1.1" : "";
  const file = usesTls(rule) ? certificateFile(parameters, rule) : undefined;
  const tls = file ? ` ssl crt ${file.path}${alpn}` : "";
  return [
    `listen rule-${id}`,
    `  mode ${http ? "http" : "tcp"}`,
    `  bind :${port}${tls}`,
    ...(http ? httpLines(rule) : []),
    `  server target ${dial}`,
  ];
}

function httpLines({ protocol, headers, proof }: ProxyRule): string[] {
  return [
    // A kept connection is closed after its next answer, never under a request, when a new configuration comes.
    "  option idle-close-on-response",
    "  option forwardfor",
    `  http-request set-header X-Forwarded-Proto ${protocol}`,
    ...headers.map(
      ({ name, value }) => `  http-request set-header ${quoted(name)} ${quoted(value.replaceAll("%", "%%"))}`,
    ),
    ...(proof === undefined ? [] : [`  http-request set-header ${PROOF_HEADER} ${proof}`]),
  ];
}

/** One argument, taken as it stands, in strong quotes. Names of headers may hold quotes and `#` too; in values `%` begins a format. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
