/**
 * Log files of the interfaces: `protokoll-N.log` as text, and at level debug the telegrams as they were on the line, as
 * `telegramme-N.pcap` for Wireshark and `telegramme-N.xml` for the ETS. At info every telegram is a line, at warn only those that were
 * not taken or not sent. Bounded by `TraceFiles`.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  ifThere,
  NotFoundError,
  readFileIfThere,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import {
  ETS_TRACE_HEAD,
  ETS_TRACE_TAIL,
  etsTelegram,
  isWholeCapture,
  pcapHead,
  telegramPacket,
} from "@hubwart/knx/appliance";
import type { Telegram } from "@hubwart/pods/methods";
import { texts } from "./texts.ts";
import { TraceFiles, type TraceFormat, traceNames } from "./trace-files.ts";

export const MODES = ["off", "debug", "info", "warn"] as const;
export type Mode = (typeof MODES)[number];

const NONE = Buffer.alloc(0);
const TEXT: TraceFormat = { kind: "protokoll", ending: "log", head: NONE, tail: NONE, whole: () => true };
const WIRESHARK: TraceFormat = {
  kind: "telegramme",
  ending: "pcap",
  head: pcapHead(),
  tail: NONE,
  whole: isWholeCapture,
};
const ETS_TAIL = Buffer.from(ETS_TRACE_TAIL);
const ETS: TraceFormat = {
  kind: "telegramme",
  ending: "xml",
  head: Buffer.from(ETS_TRACE_HEAD),
  tail: ETS_TAIL,
  whole: (bytes) => bytes.subarray(-ETS_TAIL.length).equals(ETS_TAIL),
};

export interface LogFile {
  file: string;
  size: number;
  /** Unix seconds. */
  ts: number;
}

export class DebugLog {
  readonly #root: string;
  readonly #queue = new SerialQueue();
  readonly #files = new TraceFiles();
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
    for (const file of await traceNames(folder)) {
      const facts = await ifThere(stat(path.join(folder, file)));
      if (facts) files.push({ file, size: facts.size, ts: Math.floor(facts.mtimeMs / 1000) });
    }
    return files.sort((a, b) => b.ts - a.ts || (a.file < b.file ? -1 : 1));
  }

  /** @throws NotFoundError */
  async path(iface: string, file: string): Promise<string> {
    const folder = this.#folder(iface);
    if (!(await traceNames(folder)).includes(file)) throw new NotFoundError(texts.noLog);
    return path.join(folder, file);
  }

  append(iface: string, mode: Mode, telegrams: readonly (Telegram & { raw: string })[]): Promise<void> {
    return this.#queue.run(async () => {
      const folder = this.#folder(iface);
      const shown = mode === "warn" ? telegrams.filter(({ problem }) => problem !== undefined) : telegrams;
      if (shown.length === 0) return;
      await ensureFolder(folder);
      await this.#files.write(folder, TEXT, Buffer.from(shown.map(lineOf).join("")));
      if (mode !== "debug") return;
      const frames = shown.map(({ ts, raw }) => ({ ts, cemi: Buffer.from(raw, "hex") }));
      const packets = frames.map(({ ts, cemi }) => telegramPacket(ts, "0.0.0.0", cemi));
      await this.#files.write(folder, WIRESHARK, Buffer.concat(packets));
      await this.#files.write(
        folder,
        ETS,
        Buffer.from(frames.map(({ ts, cemi }) => etsTelegram(ts, cemi)).join("")),
      );
    });
  }

  #folder(iface: string): string {
    return path.join(this.#root, iface);
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
