/** The environment of the central, parsed once. A bad value stops the start with one line that names the variable. */
import path from "node:path";
import { ConfigError } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const PREFIX = "HUBWART_CENTRAL_";
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535));
const host = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,253}$/));

const hostAndPort = z.string().check(z.regex(/^([A-Za-z0-9._-]{1,253}|\[[0-9a-fA-F:]+\]):\d{1,5}$/));
/** Divided by commas. */
const listOf = (one: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(",").map((part) => part.trim())),
    ),
    z.array(one).check(z.minLength(1), z.maxLength(9)),
  );

const schema = z.object({
  HUBWART_CENTRAL_DATA_DIR: z._default(z.string().check(z.minLength(1)), "./central-data"),
  HUBWART_CENTRAL_BIND: z._default(z.string().check(z.regex(/^[0-9a-fA-F.:]+$/)), "127.0.0.1"),
  HUBWART_CENTRAL_HTTP_PORT: z._default(port, 8444),
  HUBWART_CENTRAL_NATS_PORT: z._default(port, 4222),
  HUBWART_CENTRAL_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(100)), texts.product),
  HUBWART_CENTRAL_ADDRESSES: z._default(listOf(host), ["localhost", "127.0.0.1"]),
  HUBWART_CENTRAL_STORE_GB: z._default(z.coerce.number().check(z.minimum(1), z.maximum(100_000)), 50),
  HUBWART_CENTRAL_BACKUP_GB: z._default(z.coerce.number().check(z.minimum(1), z.maximum(1_000_000)), 100),
  HUBWART_CENTRAL_SITE_HISTORY_GB: z._default(z.coerce.number().check(z.minimum(1), z.maximum(100_000)), 50),
  HUBWART_CENTRAL_AUDIT_DAYS: z._default(
    z.coerce.number().check(
      z.int(),
      z.refine((days) => days === 0 || (days >= 30 && days <= 36_500)),
    ),
    1_095,
  ),
  HUBWART_CENTRAL_NATS_PUBLIC: z.optional(listOf(hostAndPort)),
  HUBWART_CENTRAL_NATS_URL: z.optional(listOf(z.url({ protocol: /^tls$/ }))),
  HUBWART_CENTRAL_NATS_ROUTES: z.optional(listOf(hostAndPort)),
  HUBWART_CENTRAL_NATS_REPLICAS: z._default(z.coerce.number().check(z.refine((n) => n === 1 || n === 3)), 1),
  HUBWART_CENTRAL_POSTGRES_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
});

export interface CentralConfig {
  /** Absolute. */
  dataDir: string;
  bind: string;
  httpPort: number;
  natsPort: number;
  /** As people at the sites read it. */
  name: string;
  /** Under which sites reach it; the certificate holds for them. */
  addresses: readonly string[];
  /** Most that NATS keeps on the disk. */
  storeBytes: number;
  /** Most that backups of all sites take on the disk. */
  backupBytes: number;
  /** Most that is kept of the recorded values of one site. */
  siteHistoryBytes: number;
  /** Days that the change log is kept; undefined: for ever. */
  auditDays: number | undefined;
  /** `host:port` under which sites reach NATS, where that is not an address of the central with its port. */
  natsPublic: readonly string[] | undefined;
  /** `tls://host:port` of each server; undefined: the central runs its own. */
  natsUrls: readonly string[] | undefined;
  /** `host:port` at which each server hears the others, in the order of `natsUrls`; undefined for a single one. */
  natsRoutes: readonly string[] | undefined;
  /** Servers that keep each batch of a hub until it is in the database. */
  replicas: number;
  postgresUrl: string | undefined;
}

/** @throws ConfigError */
export function parseCentralConfig(env: Record<string, string | undefined>): CentralConfig {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith(PREFIX) && (value ?? "") !== ""),
  );
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? PREFIX);
    throw refused(name, given[name]);
  }
  const c = parsed.data;
  const servers = c.HUBWART_CENTRAL_NATS_URL?.length ?? 0;
  const routes = c.HUBWART_CENTRAL_NATS_ROUTES;
  if (routes && (routes.length !== servers || servers < 2))
    throw refused("HUBWART_CENTRAL_NATS_ROUTES", routes.join(","));
  // One address may stand for several servers that somebody else has made a cluster of.
  if (c.HUBWART_CENTRAL_NATS_REPLICAS > 1 && (servers === 0 || servers === 2))
    throw refused("HUBWART_CENTRAL_NATS_REPLICAS", String(c.HUBWART_CENTRAL_NATS_REPLICAS));
  return {
    dataDir: path.resolve(c.HUBWART_CENTRAL_DATA_DIR),
    bind: c.HUBWART_CENTRAL_BIND,
    httpPort: c.HUBWART_CENTRAL_HTTP_PORT,
    natsPort: c.HUBWART_CENTRAL_NATS_PORT,
    name: c.HUBWART_CENTRAL_NAME,
    addresses: c.HUBWART_CENTRAL_ADDRESSES,
    storeBytes: c.HUBWART_CENTRAL_STORE_GB * 1e9,
    backupBytes: c.HUBWART_CENTRAL_BACKUP_GB * 1e9,
    siteHistoryBytes: c.HUBWART_CENTRAL_SITE_HISTORY_GB * 1e9,
    auditDays: c.HUBWART_CENTRAL_AUDIT_DAYS || undefined,
    natsPublic: c.HUBWART_CENTRAL_NATS_PUBLIC,
    natsUrls: c.HUBWART_CENTRAL_NATS_URL,
    natsRoutes: routesOf(c),
    replicas: c.HUBWART_CENTRAL_NATS_REPLICAS,
    postgresUrl: c.HUBWART_CENTRAL_POSTGRES_URL,
  };
}

function refused(name: string, value: string | undefined): ConfigError {
  const allowed = name.endsWith("_PORT") ? texts.port : (texts.environment[name] ?? texts.notAllowed);
  return new ConfigError(`${name}=${JSON.stringify(value)}: ${allowed}`);
}

/** The port that NATS' own documents use. */
const ROUTE_PORT = 6_222;

function routesOf(c: z.output<typeof schema>): readonly string[] | undefined {
  const urls = c.HUBWART_CENTRAL_NATS_URL ?? [];
  if (urls.length < 2) return undefined;
  return c.HUBWART_CENTRAL_NATS_ROUTES ?? urls.map((url) => `${new URL(url).hostname}:${ROUTE_PORT}`);
}
