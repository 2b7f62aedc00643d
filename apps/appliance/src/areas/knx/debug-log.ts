/**
 * Log files of the interfaces: `telegramme-N.pcap` for Wireshark at level debug, `protokoll-N.log` as text. At info every telegram
 * is a line, at warn only those that were not taken or not sent. Bounded: a file has at most 2 MiB, an interface five of a kind.
 */
import { appendFile, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  isMissing,
  NotFoundError,
  readFileIfThere,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import { pcapHead, telegramPacket } from "@hubwart/pods/knx-keyring";
import type { Telegram } from "@hubwart/pods/methods";

export const MODES = ["off", "debug", "info", "warn"] as const;
export type Mode = (typeof MODES)[number];

const FILE_BYTES = 2 * 1024 * 1024;
const FILES = 5;
const NAME = /^(telegramme|protokoll)-(\d{1,9})\.(pcap|log)$/;

export interface LogFile {
  file: string;
  size: number;
  /** Unix seconds. */
  ts: number;
}

export class DebugLog {
  readonly #root: string;
  readonly #queue = new SerialQueue();
  #modes: Promise<Record<string, Mode>> | undefined;

  /** @param root `layout.knxDebug` */
  constructor(root: string) {
    this.#root = root;
  }

  async mode(iface: string): Promise<Mode> {
    const modes = await this.#read();
    return (Object.hasOwn(modes, iface) ? modes[iface] : undefined) ?? "off";
  }

  setMode(iface: string, mode: Mode): Promise<void> {
    return this.#queue.run(async () => {
      const { [iface]: _before, ...others } = await this.#read();
      const next: Record<string, Mode> = mode === "off" ? others : { ...others, [iface]: mode };
      await ensureFolder(this.#root);
      await writeFileAtomic(path.join(this.#root, "modes.json"), JSON.stringify(next));
      this.#modes = Promise.resolve(next);
    });
  }

  /** Interfaces that log. */
  async active(): Promise<[iface: string, mode: Mode][]> {
    return Object.entries(await this.#read());
  }

  #read(): Promise<Record<string, Mode>> {
    this.#modes ??= readFileIfThere(path.join(this.#root, "modes.json")).then((text) => {
      const modes: Record<string, Mode> = {};
      try {
        const given: unknown = JSON.parse(text ?? "{}");
        for (const [iface, mode] of Object.entries(given as object)) {
          const known = MODES.find((each) => each === mode);
          if (known !== undefined) modes[iface] = known;
        }
      } catch {
        // A damaged file only means that nothing logs any more.
      }
      return modes;
    });
    return this.#modes;
  }

  async files(iface: string): Promise<LogFile[]> {
    const folder = this.#folder(iface);
    const files: LogFile[] = [];
    for (const file of await namesIn(folder)) {
      const { size, mtimeMs } = await stat(path.join(folder, file));
      files.push({ file, size, ts: Math.floor(mtimeMs / 1000) });
    }
    return files.sort((a, b) => b.ts - a.ts || (a.file < b.file ? -1 : 1));
  }

  /** @throws NotFoundError */
  async path(iface: string, file: string): Promise<string> {
    const folder = this.#folder(iface);
    if (!(await namesIn(folder)).includes(file)) throw new NotFoundError("Diese Datei gibt es nicht.");
    return path.join(folder, file);
  }

  append(iface: string, mode: Mode, telegrams: readonly (Telegram & { raw: string })[]): Promise<void> {
    return this.#queue.run(async () => {
      const folder = this.#folder(iface);
      const shown = mode === "warn" ? telegrams.filter(({ problem }) => problem !== undefined) : telegrams;
      if (shown.length === 0) return;
      await ensureFolder(folder);
      await this.#write(folder, "protokoll", "log", Buffer.alloc(0), Buffer.from(shown.map(lineOf).join("")));
      if (mode !== "debug") return;
      const packets = shown.map(({ ts, raw }) => telegramPacket(ts, "0.0.0.0", Buffer.from(raw, "hex")));
      await this.#write(folder, "telegramme", "pcap", pcapHead(), Buffer.concat(packets));
    });
  }

  async #write(folder: string, kind: string, ending: string, head: Buffer, bytes: Buffer): Promise<void> {
    const numbers = (await namesIn(folder))
      .flatMap((name) => (name.startsWith(`${kind}-`) ? [Number(NAME.exec(name)?.[2])] : []))
      .sort((a, b) => a - b);
    const file = (number: number) => path.join(folder, `${kind}-${number}.${ending}`);
    let last = numbers.at(-1) ?? 0;
    const size = last === 0 ? FILE_BYTES : (await stat(file(last))).size;
    if (size + bytes.length > FILE_BYTES) {
      last += 1;
      await appendFile(file(last), head, { mode: 0o600 });
      for (const old of numbers.slice(0, Math.max(0, numbers.length + 1 - FILES)))
        await rm(file(old), { force: true });
    }
    await appendFile(file(last), bytes);
  }

  #folder(iface: string): string {
    return path.join(this.#root, iface);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => NAME.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const SERVICES = { read: "Lesen", response: "Antwort", write: "Schreiben", other: "anderer Dienst" };

function lineOf({ ts, dir, source, target, service, data, value, unit, secure, problem }: Telegram): string {
  const parts = [
    new Date(ts).toISOString(),
    dir === "in" ? "empfangen" : "gesendet",
    source,
    "->",
    target,
    SERVICES[service],
    data,
    value === undefined ? "" : `= ${value.replace(/[\r\n]/g, " ")}${unit === undefined ? "" : ` ${unit}`}`,
    secure ? "[Data Secure]" : "",
    problem === undefined ? "" : `FEHLER: ${problem}`,
  ];
  return `${parts.filter((part) => part !== "").join(" ")}\n`;
}
