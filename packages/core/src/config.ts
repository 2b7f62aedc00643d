import path from "node:path";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

/**
 * The environment, parsed once per process. Every variable is optional; a bad value stops the start
 * with one line that names the variable and what is allowed.
 */
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535));
const url = z.url({ protocol: /^https?$/ });
/** `host:port`, an IPv6 address in brackets. */
const address = z.string().check(z.regex(/^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}$/));

const schema = z.object({
  HUBWART_DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  HUBWART_HTTP_PORT: z._default(port, 8080),
  HUBWART_HTTPS_PORT: z._default(port, 8443),
  HUBWART_HTTPS_REDIRECT: z._default(z.enum(["on", "off"]), "off"),
  HUBWART_BIND: z._default(z.string().check(z.regex(/^[0-9a-fA-F.:]+$/)), "127.0.0.1"),
  HUBWART_HOST: z._default(z.enum(["auto", "systemd", "embedded"]), "auto"),
  HUBWART_HOSTD_SOCKET: z._default(z.string().check(z.regex(/^\//)), "/run/hubwart-hostd/hostd.sock"),
  /** Folder of root's, where the release service keeps what it has verified. */
  HUBWART_RELEASES_DIR: z.optional(z.string().check(z.regex(/^\//))),
  HUBWART_CONTAINER_ENGINE: z._default(z.string().check(z.regex(/^(auto|none|unix:\/\/\/[^\0]+)$/)), "auto"),
  /** `host`, `host:port` or either with a path. */
  HUBWART_IMAGE_REGISTRY: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9.-]+(:[0-9]{1,5})?(\/[a-z0-9._-]+)*$/), z.maxLength(200)),
  ),
  HUBWART_LICENSE_URL: z.optional(url),
  HUBWART_UPDATE_URL: z.optional(url),
  HUBWART_UPDATE_GATE: z._default(z.coerce.number().check(z.int(), z.minimum(5), z.maximum(3_600)), 300),
  HUBWART_UPDATE_TRIAL: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(86_400)), 900),
  HUBWART_PRODUCT: z._default(z.string().check(z.minLength(1), z.maxLength(60)), "Hubwart"),
  HUBWART_EMBEDDED_VENDOR: z._default(z.enum(["on", "off"]), "off"),
  HUBWART_VENDOR_PORT: z._default(port, 8090),
  HUBWART_MQTT_ADDR: z._default(address, "mosquitto:1884"),
  HUBWART_INFLUX_ADDR: z._default(address, "influxdb:8086"),
  HUBWART_POD_BROKER: z.optional(z.string().check(z.regex(/^mqtts?:\/\/[^/@?#\s]+\/?$/))),
  HUBWART_POD_BROKER_USER: z.optional(z.string()),
  HUBWART_POD_BROKER_PASSWORD_FILE: z.optional(z.string()),
  HUBWART_POD_BROKER_CA: z.optional(z.string()),
  HUBWART_POD_BROKER_TOPIC: z.optional(
    z.string().check(z.regex(/^[^/+#\s]+(\/[^/+#\s]+)*$/), z.maxLength(200)),
  ),
  HUBWART_HISTORY_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500)), 3_650),
  HUBWART_HISTORY_GB: z._default(z.coerce.number().check(z.minimum(0.01), z.maximum(10_000)), 10),
  HUBWART_RESTART_DELAY_MAX: z._default(
    z.coerce.number().check(z.int(), z.minimum(100), z.maximum(30_000)),
    30_000,
  ),
});

/** An existing broker over which external pods of other machines connect. */
export interface PodBroker {
  /** `mqtts://host:port` */
  address: string;
  user: string | undefined;
  passwordFile: string | undefined;
  /** PEM file of the authority that signed the broker's certificate; the system's otherwise. */
  caFile: string | undefined;
  /** Beginning of all topics; one a hub. */
  topic: string;
}

export interface Config {
  /** Absolute path of the data directory. */
  dataDir: string;
  /** TCP port of the console over http; 0 lets the system choose. */
  httpPort: number;
  /** TCP port of the console over https; 0 lets the system choose. */
  httpsPort: number;
  /** Whether requests over http, but for the public files, are sent to https. */
  httpsRedirect: boolean;
  /** IP address the console listens on. */
  bind: string;
  host: "auto" | "systemd" | "embedded";
  /** Unix socket of the device service, for the systemd host driver. */
  hostdSocket: string;
  /** Folder of the releases that root has verified, on a device; undefined: they lie in the data folder. */
  releasesDir: string | undefined;
  /** Unix socket of the release service, which keeps that folder. */
  releasesSocket: string;
  /** `auto`, `none`, or the URL of an engine's socket. */
  containerEngine: string;
  /** Registry that all images of add-ons come from instead of the public one. */
  imageRegistry: string | undefined;
  /** Base URLs of the manufacturer's services; undefined where none is configured. */
  licenseUrl: string | undefined;
  updateUrl: string | undefined;
  /** Time a new release has to take over before the one from before is put back, ms. */
  updateGate: number;
  /** How long it may be put back after that, ms. */
  updateTrial: number;
  /** Product title shown to people. */
  product: string;
  /** Lower-case form of the title for topics and paths. */
  productSlug: string;
  /** Whether the launcher runs the vendor service itself, with the development key. */
  embeddedVendor: boolean;
  vendorPort: number;
  /** `host:port` behind the two fixed targets of the status forwarding. */
  forwardMqttAddr: string;
  forwardInfluxAddr: string;
  /** undefined: external pods connect on this machine only. */
  podBroker: PodBroker | undefined;
  /** How much recorded history is kept, whichever comes first. */
  history: { days: number; bytes: number };
  /** Longest delay before a crashed process is started again, ms. */
  restartDelayMax: number;
}

/** A start that cannot go on because of the environment. The message is one line for the person at the terminal. */
export class ConfigError extends Error {}

export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([key, value]) => key.startsWith("HUBWART_") && value !== undefined && value !== "",
    ),
  );
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "HUBWART_…");
    const allowed = name.endsWith("_PORT") ? texts.ports : (texts.environment[name] ?? texts.notAllowed);
    throw new ConfigError(`${name}=${JSON.stringify(given[name])}: ${allowed}`);
  }
  const c = parsed.data;
  const product = c.HUBWART_PRODUCT;
  const podBroker = (address: string): PodBroker => ({
    address,
    user: c.HUBWART_POD_BROKER_USER,
    passwordFile: c.HUBWART_POD_BROKER_PASSWORD_FILE,
    caFile: c.HUBWART_POD_BROKER_CA,
    topic: c.HUBWART_POD_BROKER_TOPIC ?? `${slug(product)}/pods`,
  });
  return {
    dataDir: path.resolve(c.HUBWART_DATA_DIR),
    httpPort: c.HUBWART_HTTP_PORT,
    httpsPort: c.HUBWART_HTTPS_PORT,
    httpsRedirect: c.HUBWART_HTTPS_REDIRECT === "on",
    bind: c.HUBWART_BIND,
    host: c.HUBWART_HOST,
    hostdSocket: c.HUBWART_HOSTD_SOCKET,
    releasesDir: c.HUBWART_RELEASES_DIR,
    releasesSocket: path.join(path.dirname(c.HUBWART_HOSTD_SOCKET), "releases.sock"),
    containerEngine: c.HUBWART_CONTAINER_ENGINE,
    imageRegistry: c.HUBWART_IMAGE_REGISTRY,
    licenseUrl: c.HUBWART_LICENSE_URL,
    updateUrl: c.HUBWART_UPDATE_URL,
    updateGate: c.HUBWART_UPDATE_GATE * 1_000,
    updateTrial: c.HUBWART_UPDATE_TRIAL * 1_000,
    product,
    productSlug: slug(product),
    embeddedVendor: c.HUBWART_EMBEDDED_VENDOR === "on",
    vendorPort: c.HUBWART_VENDOR_PORT,
    forwardMqttAddr: c.HUBWART_MQTT_ADDR,
    forwardInfluxAddr: c.HUBWART_INFLUX_ADDR,
    podBroker: c.HUBWART_POD_BROKER === undefined ? undefined : podBroker(c.HUBWART_POD_BROKER),
    history: { days: c.HUBWART_HISTORY_DAYS, bytes: c.HUBWART_HISTORY_GB * 1e9 },
    restartDelayMax: c.HUBWART_RESTART_DELAY_MAX,
  };
}

function slug(title: string): string {
  const replaced = title
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss");
  return replaced.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "hub";
}
