/** A nats-server of the central's own, with JetStream in its data folder; hubs connect to it with TLS and a certificate. */

import { connect } from "node:net";
import path from "node:path";
import { ensureFolder, writeFileAtomic } from "@hubwart/core";
import { nkeyOf, signClaims } from "@hubwart/fleet";
import type { KeyPair } from "../authority/certificates.ts";
import type { CentralKeys } from "../authority/keys.ts";
import { accountClaims } from "../bus/account.ts";
import { findProgram, Program, type ProgramParts } from "./program.ts";

export interface NatsOrder {
  folder: string;
  bind: string;
  port: number;
  storeBytes: number;
  keys: CentralKeys;
  server: KeyPair;
  now: number;
}

/** What a server of this central needs, also one alone that somebody else runs. @returns path of the configuration */
export async function writeNatsFiles(order: NatsOrder): Promise<string> {
  const folder = path.join(order.folder, "nats");
  await ensureFolder(folder);
  const at = (name: string) => path.join(folder, name);
  await writeFileAtomic(at("server.key"), order.server.key);
  await writeFileAtomic(at("server.pem"), order.server.certificate);
  await writeFileAtomic(at("authority.pem"), order.keys.authority.certificate);
  await writeFileAtomic(at("nats.conf"), natsConfig(order, folder));
  return at("nats.conf");
}

export async function startNats(order: NatsOrder, parts: ProgramParts): Promise<void> {
  const file = await findProgram("nats-server", {
    debian: "nats-server",
    variable: "HUBWART_CENTRAL_NATS_URL",
  });
  const args = ["-c", await writeNatsFiles(order)];
  const program = new Program({ name: "nats-server", file, args, stop: "SIGTERM" }, parts);
  const host = order.bind === "0.0.0.0" || order.bind === "::" ? "127.0.0.1" : order.bind;
  await program.start(() => listens(host, order.port), parts.scope.signal);
}

/** As nats-server reads it, of a server alone. */
export function natsConfig(
  { bind, port, ...order }: Omit<NatsOrder, "folder" | "server">,
  folder: string,
): string {
  return serverConfig(order, {
    name: "central",
    listen: listenOn(bind, port),
    at: (name) => path.join(folder, name),
  });
}

export interface ServerPlace {
  /** No other server of the cluster has it. */
  name: string;
  listen: string;
  /** Path of a file or folder of the server's. */
  at: (name: string) => string;
}

export const listenOn = (bind: string, port: number | string): string =>
  `${bind.includes(":") ? `[${bind}]` : bind}:${port}`;

export function serverConfig(
  { keys, now, storeBytes }: Pick<NatsOrder, "keys" | "now" | "storeBytes">,
  { at, listen, name }: ServerPlace,
): string {
  const system = nkeyOf("account", keys.system);
  const iat = Math.floor(now / 1_000);
  const operator = signClaims("operator", keys.operator, {
    name: "central",
    sub: nkeyOf("operator", keys.operator),
    iat,
    nats: { type: "operator", version: 2, system_account: system },
  });
  const quoted = (file: string) => JSON.stringify(at(file));
  return `# Written by the central at each start.
listen: ${JSON.stringify(listen)}
server_name: ${name}
operator: ${operator}
system_account: ${system}
resolver: { type: full, dir: ${quoted("accounts")}, allow_delete: false, interval: "2m" }
resolver_preload: { ${system}: ${signClaims("operator", keys.operator, accountClaims("system", system, iat, {}))} }
jetstream: { store_dir: ${quoted("store")}, max_mem: 67108864, max_file: ${Math.round(storeBytes)} }
tls: { cert_file: ${quoted("server.pem")}, key_file: ${quoted("server.key")}, ca_file: ${quoted("authority.pem")}, verify: true, timeout: 10 }
max_payload: 1048576
max_pending: 16777216
max_connections: 12000
ping_interval: "30s"
ping_max: 2
write_deadline: "10s"
`;
}

function listens(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: 1_000 }, () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error("silent")));
  });
}
