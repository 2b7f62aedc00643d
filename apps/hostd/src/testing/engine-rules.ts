/** What may ever reach the engine, however the device service was asked: judged from the engine's side. */
import { ADD_ON_IDS, CATALOGUE, imageReference } from "@hubwart/containers";

export interface Noted {
  method: string;
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

const NAMES = new RegExp(`^s4q_(${ADD_ON_IDS.join("|")})(\\.vorher)?$`);
const VERBS = /^(json|start|stop|logs|stats|archive|rename|exec|)$/;

/** undefined: all is well; otherwise what is wrong with it. */
export function forbidden({ method, path, query, body }: Noted): string | undefined {
  if (/^\/(version|events|containers\/json)$/.test(path)) return method === "GET" ? undefined : "method";
  if (path === "/containers/create") return forbiddenContainer(query["name"] ?? "", body);
  const [, kind, rawName = "", verb = ""] = path.split("/");
  const name = decodeURIComponent(rawName);
  if (kind === "containers") return NAMES.test(name) && VERBS.test(verb) ? undefined : "container";
  if (kind === "exec") return undefined;
  // Looked for and made, never another's, and nothing is ever attached to it or detached.
  if (path === "/networks")
    return method === "GET" && query["filters"] === '{"name":["s4q"]}' ? undefined : "network";
  if (path === "/networks/create") return body["Name"] === "s4q" ? undefined : "network";
  if (kind === "volumes") return /^s4q_[a-z_]+$/.test(name) && method === "DELETE" ? undefined : "volume";
  if (kind === "images") {
    const asked =
      name === "create" ? `${query["fromImage"]}${query["tag"] ? `:${query["tag"]}` : ""}` : pathImage(path);
    const known = ADD_ON_IDS.map((id) => imageReference(CATALOGUE[id], undefined));
    return known.includes(asked) ? undefined : "image";
  }
  return "path";
}

const pathImage = (path: string) =>
  decodeURIComponent(path.replace(/^\/images\//, "").replace(/\/json$/, ""));

function forbiddenContainer(name: string, body: Record<string, unknown>): string | undefined {
  const id = ADD_ON_IDS.find((one) => name === `s4q_${one}`);
  if (!id) return "name";
  const entry = CATALOGUE[id];
  const host = body["HostConfig"] as Record<string, unknown>;
  const mounts = host["Mounts"] as { Type: string; Source: string }[];
  const ports = Object.values(host["PortBindings"] as Record<string, { HostIp: string }[]>).flat();
  const wrong = {
    image: body["Image"] !== imageReference(entry, undefined),
    command: "Cmd" in body || "Entrypoint" in body,
    privileged: host["Privileged"] !== false,
    binds:
      "Binds" in host || "Devices" in host || "PidMode" in host || "IpcMode" in host || "UsernsMode" in host,
    mounts: mounts.some(({ Type, Source }) => Type !== "volume" || !Source.startsWith(`s4q_${id}_`)),
    ports: ports.some(({ HostIp }) => HostIp !== "127.0.0.1"),
    network: host["NetworkMode"] !== (entry.network === "host" ? "host" : "s4q"),
    capabilities: JSON.stringify(host["CapAdd"]) !== JSON.stringify(entry.capabilities),
    drop: JSON.stringify(host["CapDrop"]) !== '["ALL"]',
    privileges: JSON.stringify(host["SecurityOpt"]) !== '["no-new-privileges"]',
    memory: host["Memory"] !== entry.limits.memoryMiB * 1024 * 1024,
  };
  return Object.entries(wrong).find(([, is]) => is)?.[0];
}
