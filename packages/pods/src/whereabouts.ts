/**
 * Where an interface goes to or listens, and where a channel lies on the other side, in one line for people. Made of the
 * project's cells alone: nothing of a pod's implementation is loaded, and no cell that holds a secret is read.
 */
type Config = Readonly<Record<string, string | number | boolean>>;

/** Columns that tell where a channel lies, by type of pod. */
export const PLACE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  knx: ["address"],
  mqtt: ["topic"],
  http_in: ["path"],
  http_out: ["method", "path"],
  modb_client: ["unit_id", "area", "address"],
  modb_server: ["area", "address"],
  s7_client: ["address"],
  asset: ["asset", "key"],
  email: ["to"],
  chat: ["command", "to"],
  ping: ["host"],
};

/** `GET /meter`, `holding 40`; undefined where the cells say nothing. */
export function channelPlace(type: string, config: Config): string | undefined {
  const columns = Object.hasOwn(PLACE_COLUMNS, type) ? (PLACE_COLUMNS[type] ?? []) : [];
  const parts = columns.flatMap((column) => (config[column] === undefined ? [] : [String(config[column])]));
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** `192.168.1.5:502`; for one that listens, the address and port it listens on; `/dev/ttyUSB0` at a serial line. */
export function peerOf(type: string, config: Config): string | undefined {
  const { url, bind } = config;
  if (config["mode"] === "serial") return text(config["device"]);
  if (typeof url === "string") return hostOf(url);
  if (type === "chat") return text(config["service"]);
  const port = portOf(type, config);
  if (port === undefined || port === 0) return undefined;
  const host = text(config["host"]) ?? text(bind) ?? (config["mode"] === "routing" ? KNX_GROUP : undefined);
  if (host === undefined) return undefined;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** KNXnet/IP routing without an address of its own (03.08.02, 2.5). */
const KNX_GROUP = "224.0.23.12";
const MAIL_PORTS: Readonly<Record<string, number>> = { tls: 465, none: 25 };

/** Ports that follow from another cell where none is given. */
function portOf(type: string, config: Config): number | undefined {
  const { port } = config;
  if (typeof port === "number") return port;
  if (type === "mqtt") return config["tls"] === true ? 8883 : 1883;
  if (type === "email") return MAIL_PORTS[String(config["security"])] ?? 587;
  return undefined;
}

/** Without path, user and password. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
