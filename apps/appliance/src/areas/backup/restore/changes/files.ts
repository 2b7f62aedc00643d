/**
 * What the files of some parts stand for, as people know it: of an unpacked backup, which anybody may have written, or of this
 * device. Runs in the process that `inspect` starts.
 */
import { createHash, X509Certificate } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { isMissing, readFileIfThere, withinBounds } from "@hubwart/core";
import type { Told } from "@hubwart/core/store";
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompiledPod, type CompiledProject, problemInCompiled } from "@hubwart/project";
import { texts } from "../../texts.ts";

/** Of a project with the most channels that a device takes. */
export const BOUNDS = { depth: 80, members: 8_000_000 };
const MOST_FILES = 5_000;
const MOST_BYTES = 256 * 1024 * 1024;

/** What cannot be compared. German. */
export class UntoldError extends Error {}

/** By part; `root` is laid out like a data folder. */
export const TELLING: ReadonlyMap<string, (root: string) => Promise<Told[]>> = new Map([
  ["project", tellProject],
  ["pods", tellPodSettings],
  ["pod-secrets", tellPodSecrets],
  ["scripts", tellScripts],
  ["authorities", tellAuthorities],
  ["certificates", tellCertificates],
  ["identity", tellIdentity],
  ["constants", tellConstants],
  ["schedules", tellSchedules],
  ["device", tellDevice],
]);

async function tellProject(root: string): Promise<Told[]> {
  const current = objectOf(await jsonIn(path.join(root, "projects", "current.json")))["version"];
  if (typeof current !== "string" || !/^[0-9]{1,12}$/.test(current)) return [];
  const raw = await jsonIn(path.join(root, "projects", "versions", current, "compiled.json"));
  const problem = problemInCompiled(raw, podSchemas);
  if (problem !== undefined) throw new UntoldError(texts.projectRefused(problem));
  const project = raw as CompiledProject;
  return [
    { about: "others", name: "Projekt", shows: project.name, mark: [project.id, current] },
    ...project.pods.flatMap(tellPod),
    ...Object.entries(project.scripts).map(
      ([name, source]): Told => ({ about: "scripts", name: `${name} (Projekt)`, mark: digest(source) }),
    ),
  ];
}

function tellPod({ channels, id, ifaces, type }: CompiledPod): Told[] {
  const schema = podSchemas.find((one) => one.type === type);
  return [
    { about: "others", name: `Pod ${id}`, shows: texts.channels(channels.length), mark: digest(channels) },
    ...ifaces.map(({ config, id: iface }): Told => {
      const name = `Pod ${id}, Schnittstelle ${iface}`;
      const listens = schema?.listens?.(config);
      const [about, shows] = listens
        ? (["ports", texts.listens(listens.port, listens.bind)] as const)
        : (["targets", whereTo(config)] as const);
      return { about, name, shows, mark: digest(config) };
    }),
  ];
}

function whereTo(config: Record<string, unknown>): string {
  const { host, port, url } = config;
  if (typeof url === "string" && url !== "") return url.split("?")[0] ?? "";
  if (typeof host !== "string") return "";
  return typeof port === "number" || typeof port === "string" ? `${host}:${port}` : host;
}

async function tellPodSettings(root: string): Promise<Told[]> {
  return Object.entries(objectOf(await jsonIn(path.join(root, "pods", "settings.json")))).map(
    ([pod, value]) => ({ about: "targets", name: texts.editedSettings(pod), mark: digest(value) }),
  );
}

async function tellPodSecrets(root: string): Promise<Told[]> {
  const tokens = await digestsIn(path.join(root, "pods", "tokens"));
  const told: Told[] = tokens.map(([pod, mark]) => ({ about: "accounts", name: texts.tokenOf(pod), mark }));
  const handover = path.join(root, "pods", "handover");
  for (const pod of await namesIn(handover))
    for (const [file, mark] of await digestsIn(path.join(handover, pod, "files")))
      told.push({ about: "certificates", name: texts.fileOf(file, pod), mark });
  return told;
}

async function tellScripts(root: string): Promise<Told[]> {
  const folder = path.join(root, "scripts");
  const active = objectOf(await jsonIn(path.join(folder, "active.json")));
  const running = Object.entries(objectOf(active["scripts"]));
  const hosts = Array.isArray(active["hosts"]) ? active["hosts"] : [];
  return [
    ...(await digestsIn(path.join(folder, "uploaded"))).map(
      ([name, mark]): Told => ({ about: "scripts", name: `${name} (hochgeladen)`, mark }),
    ),
    ...running.map(
      ([name, source]): Told => ({ about: "scripts", name: `${name} (aktiv)`, mark: digest(source) }),
    ),
    ...hosts.map((host): Told => ({ about: "targets", name: texts.allowedHost(String(host)) })),
  ];
}

async function tellAuthorities(root: string): Promise<Told[]> {
  const folder = path.join(root, "authorities");
  const told: Told[] = [];
  for (const file of await namesIn(folder)) {
    const { mark, shows, subject } = await certificateIn(path.join(folder, file));
    told.push({ about: "certificates", name: `Zertifizierungsstelle ${subject || file}`, shows, mark });
  }
  return told;
}

const TLS: readonly (readonly [file: string, name: string])[] = [
  ["authority.pem", texts.deviceAuthority],
  ["server.pem", texts.deviceCertificate],
  ["own/server.pem", "Hochgeladenes Server-Zertifikat"],
];

async function tellCertificates(root: string): Promise<Told[]> {
  const told: Told[] = [];
  for (const [file, name] of TLS) {
    const found = await ifThere(certificateIn(path.join(root, "tls", file)));
    if (!found) continue;
    const shows = [found.subject, found.shows].filter((text) => text !== "").join(", ");
    told.push({ about: "certificates", name, shows, mark: found.mark });
  }
  const named = new Set(TLS.map(([file]) => file));
  for (const folder of ["own", "proxy"])
    for (const [file, mark] of await digestsIn(path.join(root, "tls", folder)))
      if (!named.has(`${folder}/${file}`))
        told.push({ about: "certificates", name: `Zertifikat ${folder}/${file}`, mark });
  return told;
}

async function tellIdentity(root: string): Promise<Told[]> {
  const key = await readFileIfThere(path.join(root, "device-key.pem"));
  return key === undefined ? [] : [{ about: "certificates", name: texts.backupKey, mark: digest(key) }];
}

async function tellConstants(root: string): Promise<Told[]> {
  const { values } = objectOf(await jsonIn(path.join(root, "constants", "edited.json")));
  return Object.entries(objectOf(values)).map(([chan, entry]) => ({
    about: "others",
    name: `Konstante ${chan}`,
    mark: digest(objectOf(entry)["value"]),
  }));
}

async function tellSchedules(root: string): Promise<Told[]> {
  const { schedules } = objectOf(await jsonIn(path.join(root, "schedules", "edited.json")));
  const { sources } = objectOf(await jsonIn(path.join(root, "schedules", "sources", "sources.json")));
  const plans = Object.entries(objectOf(schedules)).map(([chan, entry]) => ({
    about: "others" as const,
    name: texts.changedSchedule(chan),
    mark: digest(objectOf(entry)["plan"]),
  }));
  const calendars = (Array.isArray(sources) ? sources : []).map((source: unknown) => {
    const { id, priority, url } = objectOf(source);
    return {
      about: "others" as const,
      name: texts.importedCalendar(String(id)),
      mark: digest([priority, url]),
    };
  });
  return [...plans, ...calendars];
}

const DEVICE: readonly (readonly [field: string, name: string])[] = [
  ["hostname", texts.deviceName],
  ["zone", "Zeitzone"],
  ["ntp", "Zeitserver"],
  ["ssh", texts.ssh],
  ["network", "Netzwerk"],
];

async function tellDevice(root: string): Promise<Told[]> {
  const found = objectOf(await jsonIn(path.join(root, "host-settings.json")));
  return DEVICE.flatMap(([field, name]): Told[] => {
    const value = found[field];
    if (value === undefined) return [];
    return [
      { about: "others", name, ...(typeof value === "string" ? { shows: value } : {}), mark: digest(value) },
    ];
  });
}

async function certificateIn(file: string): Promise<{ subject: string; shows: string; mark: string }> {
  const bytes = await bounded(file);
  const mark = digest(bytes);
  try {
    const pem = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/.exec(
      bytes.toString("latin1"),
    );
    const { subject, validTo } = new X509Certificate(pem ? pem[0] : bytes);
    const end = new Date(validTo).toLocaleDateString("de-DE", { timeZone: "UTC" });
    return { subject: /(?:^|\n)CN=(.*)/.exec(subject ?? "")?.[1] ?? "", shows: texts.validUntil(end), mark };
  } catch {
    return { subject: "", shows: texts.unreadable, mark };
  }
}

async function digestsIn(folder: string): Promise<[name: string, digest: string][]> {
  const found: [string, string][] = [];
  for (const name of await namesIn(folder))
    found.push([name, digest(await bounded(path.join(folder, name)))]);
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await ifThere(readdir(folder))) ?? [];
  if (names.length > MOST_FILES) throw new UntoldError(texts.tooManyToCompare);
  return names.filter((name) => !name.endsWith(".tmp")).toSorted();
}

async function jsonIn(file: string): Promise<unknown> {
  const bytes = await ifThere(bounded(file));
  if (bytes === undefined) return undefined;
  const text = bytes.toString("utf8");
  if (!withinBounds(text, BOUNDS)) throw new UntoldError(texts.tooDeep(path.basename(file)));
  try {
    return JSON.parse(text);
  } catch {
    throw new UntoldError(texts.isDamaged(path.basename(file)));
  }
}

async function bounded(file: string): Promise<Buffer> {
  const { isFile, size } = await stat(file).then((found) => ({ isFile: found.isFile(), size: found.size }));
  if (!isFile) return Buffer.alloc(0);
  if (size > MOST_BYTES) throw new UntoldError(texts.tooLargeToCompare(path.basename(file)));
  return await readFile(file);
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

function digest(content: unknown): string {
  const bytes = Buffer.isBuffer(content) ? content : (JSON.stringify(content) ?? "");
  return createHash("sha256").update(bytes).digest("hex");
}
