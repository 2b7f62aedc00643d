/**
 * What several nats-servers need that stand in for one another: a folder for each, `nats/1`, `nats/2`, …, to be taken to its machine as it
 * is and started in it (`cd nats/1 && nats-server -c nats.conf`). Accounts and their revocations are shared among them, and so is JetStream.
 *
 * Servers hear one another at ports of their own, with TLS both ways. Hubs have certificates of the same authority, so a password is
 * asked for besides: who joins as a server sees everything of all customers.
 */
import { createHmac } from "node:crypto";
import path from "node:path";
import { ensureFolder, writeFileAtomic } from "@hubwart/core";
import { makePair } from "../authority/certificates.ts";
import type { CentralKeys } from "../authority/keys.ts";
import { listenOn, type NatsOrder, serverConfig } from "./nats.ts";

export interface ClusterOrder extends Pick<NatsOrder, "folder" | "bind" | "storeBytes" | "keys" | "now"> {
  /** `tls://host:port` under which the central reaches each. */
  urls: readonly string[];
  /** `host:port` under which each hears the others. */
  routes: readonly string[];
  /** Further names of the servers, as sites know them. */
  names: readonly string[];
  /** Days that the certificates are good for. */
  days: number;
}

const NAME = "central";
const ACCOUNT = "server";

export async function writeClusterFiles(order: ClusterOrder): Promise<void> {
  for (const index of order.urls.keys()) await writeServer(order, index);
}

async function writeServer(order: ClusterOrder, index: number): Promise<void> {
  const { days, keys, names, now, routes, urls } = order;
  const folder = path.join(order.folder, "nats", String(index + 1));
  await ensureFolder(folder);
  const { authority } = keys;
  const pair = { name: `${NAME}-${index + 1}`, now, days };
  const host = hostOf(new URL(urls[index] ?? "").hostname);
  const server = await makePair(authority, pair, [...new Set([host, ...names])]);
  const route = await makePair(authority, { ...pair, both: true }, [hostOf(splitRoute(routes[index]).host)]);
  const files = {
    "server.key": server.key,
    "server.pem": server.certificate + authority.certificate,
    "route.key": route.key,
    "route.pem": route.certificate,
    "authority.pem": authority.certificate,
    "nats.conf": clusterConfig(order, index),
  };
  for (const [name, text] of Object.entries(files)) await writeFileAtomic(path.join(folder, name), text);
}

/**
 * As nats-server reads it, in its own folder. Servers tell each other of the others: without `advertise` by the address that they see, for which no
 * certificate holds, and try that ten times a second for ever.
 */
export function clusterConfig(order: Omit<ClusterOrder, "folder" | "names" | "days">, index: number): string {
  const { bind, keys, routes, urls } = order;
  const { port } = new URL(urls[index] ?? "");
  const password = routePassword(keys);
  const others = routes.filter((_, at) => at !== index);
  const alone = serverConfig(order, {
    name: `${NAME}-${index + 1}`,
    listen: listenOn(bind, port || "4222"),
    at: (name) => name,
  });
  return `${alone}cluster: {
  name: ${NAME}
  listen: ${JSON.stringify(listenOn(bind, splitRoute(routes[index]).port))}
  advertise: ${JSON.stringify(routes[index])}
  no_advertise: true
  authorization: { user: ${ACCOUNT}, password: "${password}", timeout: 10 }
  tls: { cert_file: "route.pem", key_file: "route.key", ca_file: "authority.pem", verify: true, timeout: 10 }
  routes: [${others.map((route) => JSON.stringify(`nats-route://${ACCOUNT}:${password}@${route}`)).join(", ")}]
}
`;
}

/** The same at each start, so that a server that was written earlier goes on with one that is written now. */
export function routePassword({ operator }: Pick<CentralKeys, "operator">): string {
  const secret = operator.export({ format: "der", type: "pkcs8" });
  return createHmac("sha256", secret).update("routes between nats-servers").digest("hex");
}

/** Without the brackets of an IPv6 address. */
const hostOf = (host: string): string => host.replace(/^\[|\]$/g, "");

function splitRoute(route = ""): { host: string; port: string } {
  const at = route.lastIndexOf(":");
  return { host: route.slice(0, at), port: route.slice(at + 1) };
}
