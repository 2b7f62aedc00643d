/**
 * Recorded values of sites, as the files in which their hubs record them:
 *
 *     <folder>/<hub>/history/2026-11-21.parquet                      a day
 *     <folder>/<hub>/history/2026-11-21.parts                        names of the parts that are in it, a line each, and hashes of days that came whole
 *     <folder>/<hub>/history/hot/20261121T1315Z-0000000042.parquet   a quarter of an hour, until its day is joined here
 *     <folder>/<hub>/history/corrections/                            what people at the site corrected (site-corrections.ts)
 *
 * Invariants
 * - A file appears whole and checked. What a sudden end leaves double (a part that its day has too) counts once, and goes with the next look.
 * - Nothing goes by its age: the clocks of sites may be wrong, and what a site has lost may be here only. There is a bound of bytes for each site.
 */
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  type Clock,
  errorText,
  ifThere,
  type Logger,
  type Scope,
  SerialQueue,
  syncFile,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import { type FileOffer, HUB_ID } from "@hubwart/fleet";
import { CORRECTION_FILE, DAY, DAY_FILE, dayName, PART, QUARTER, timeOfPart } from "@hubwart/stores/files";
import { FileLater, type FileReceiver, FileRefused } from "../files/file-receiver.ts";
import { texts } from "../texts.ts";
import type { HistoryReader } from "./reader.ts";
import { SiteCorrections } from "./site-corrections.ts";

export interface SiteHistoryParts {
  /** Each hub has a folder below it. */
  folder: string;
  reader: Pick<HistoryReader, "ask">;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** Of one site. */
  mostBytes: number;
}

const TIDY_EVERY_MS = 3_600_000;
/** Days whose parts lie apart: those of the newest days still come. */
const APART = 2;

interface Kept {
  name: string;
  file: string;
  /** ms since the epoch; its rows lie between. */
  from: number;
  to: number;
}

export class SiteHistory implements FileReceiver {
  readonly kind = "history";
  readonly #parts: SiteHistoryParts;
  /** Changes of one site, one after the other. */
  readonly #queues = new Map<string, SerialQueue>();
  readonly #bytes = new Map<string, number>();

  constructor(parts: SiteHistoryParts) {
    this.#parts = parts;
    parts.scope.add(parts.clock.every(TIDY_EVERY_MS, () => void this.tidy()));
  }

  async has(hub: string, offer: FileOffer): Promise<boolean> {
    if (await this.#there(hub, offer)) return true;
    const { size } = offer;
    const { mostBytes } = this.#parts;
    if ((await this.bytes(hub)) + size > mostBytes)
      throw new FileLater(texts.historyFull(Math.round(mostBytes / 1e9)));
    return false;
  }

  /** @throws FileRefused */
  async #there(hub: string, { name, sha256 }: FileOffer): Promise<boolean> {
    if (CORRECTION_FILE.test(name)) {
      this.#bytes.delete(hub);
      return await this.#queue(hub).run(() => this.#corrections(hub).has({ name, sha256 }));
    }
    const day = dayOf(name);
    if (day === undefined) throw new FileRefused(texts.historyNoFile);
    if ((await this.#joined(hub, day)).has(PART.test(name) ? name : takenWhole(sha256))) return true;
    return PART.test(name) && (await ifThere(stat(this.#hot(hub, name)))) !== undefined;
  }

  async keep(hub: string, { name, sha256 }: FileOffer, file: string): Promise<void> {
    const told = await this.#parts.reader.ask({ do: "check", file, name });
    if ("problem" in told) throw new FileRefused(told.problem);
    await syncFile(file);
    await this.#queue(hub).run(async () => {
      await mkdir(path.join(this.#of(hub), "hot"), { recursive: true, mode: 0o700 });
      if (CORRECTION_FILE.test(name)) await this.#corrections(hub).keep({ name, sha256 }, file);
      else if (PART.test(name)) await appear(file, this.#hot(hub, name));
      else await this.#keepDay(hub, dayOf(name) ?? "", file, { parts: told.parts, sha256 });
    });
    this.#bytes.delete(hub);
  }

  /** A day may have more than is here, less, or others: nothing of either is lost. */
  async #keepDay(
    hub: string,
    day: string,
    file: string,
    { parts, sha256 }: { parts: readonly string[]; sha256: string },
  ): Promise<void> {
    const here = await this.#joined(hub, day);
    const loose = await this.#loose(hub, day);
    const comes = new Set(parts);
    const target = this.#day(hub, day);
    const known = [...here].filter((line) => PART.test(line));
    if (!parts.every((part) => here.has(part))) {
      if (known.every((part) => comes.has(part))) await appear(file, target);
      else await this.#parts.reader.ask({ do: "join", files: [target, file], target, parts: [] });
    }
    await this.#note(hub, day, new Set([...here, ...comes, takenWhole(sha256)]));
    for (const part of loose) if (comes.has(part)) await rm(this.#hot(hub, part), { force: true });
  }

  /** Whose rows may lie between two times, oldest first. */
  async files(hub: string, from: number, to: number): Promise<string[]> {
    const kept = (await this.#list(hub)).filter((one) => one.to > from && one.from <= to);
    return kept.map(({ file }) => file);
  }

  /** Files of corrections that count, the oldest first. */
  async corrections(hub: string): Promise<string[]> {
    return await this.#corrections(hub).files();
  }

  /** What there is of a site: ms since the epoch, and bytes; undefined: nothing. */
  async span(hub: string): Promise<{ from: number; to: number; bytes: number } | undefined> {
    const kept = await this.#list(hub);
    const [first] = kept;
    if (!first) return undefined;
    return { from: first.from, to: Math.max(...kept.map(({ to }) => to)), bytes: await this.bytes(hub) };
  }

  /** The newest file; of its channels people are told. */
  async newest(hub: string): Promise<string | undefined> {
    return (await this.#list(hub)).at(-1)?.file;
  }

  async bytes(hub: string): Promise<number> {
    const known = this.#bytes.get(hub);
    if (known !== undefined) return known;
    let bytes = await this.#corrections(hub).bytes();
    for (const { file } of await this.#list(hub)) bytes += (await ifThere(stat(file)))?.size ?? 0;
    this.#bytes.set(hub, bytes);
    return bytes;
  }

  /** Joins the parts of all but the newest days. */
  async tidy(): Promise<void> {
    const { folder, log, scope } = this.#parts;
    for (const hub of (await ifThere(readdir(folder))) ?? []) {
      if (scope.ended) return;
      if (!HUB_ID.test(hub)) continue;
      try {
        await this.#queue(hub).run(() => this.#join(hub));
      } catch (error) {
        log.warn(`${hub}: ${errorText(error)}`);
      }
      this.#bytes.delete(hub);
    }
  }

  async #join(hub: string): Promise<void> {
    const days = [...new Set((await this.#hotNames(hub)).map((name) => dayName(timeOfPart(name))))].sort();
    for (const day of days.slice(0, -APART)) {
      const target = this.#day(hub, day);
      const there = (await ifThere(stat(target))) !== undefined;
      // Also after a start that ended between the file and its list.
      const told = there
        ? await this.#parts.reader.ask({ do: "check", file: target, name: `${day}.parquet` })
        : { parts: [] };
      if ("problem" in told) {
        await rename(target, `${target}.damaged`);
        continue;
      }
      const joined = new Set([...told.parts, ...(await this.#joined(hub, day))]);
      const parts = (await this.#loose(hub, day)).filter((part) => !joined.has(part));
      const files = [...(there ? [target] : []), ...parts.map((part) => this.#hot(hub, part))];
      if (parts.length > 0) await this.#parts.reader.ask({ do: "join", files, target, parts });
      await this.#note(hub, day, new Set([...joined, ...parts]));
      for (const part of await this.#loose(hub, day)) await rm(this.#hot(hub, part), { force: true });
    }
  }

  async #list(hub: string): Promise<Kept[]> {
    const found: Kept[] = [];
    for (const name of (await ifThere(readdir(this.#of(hub)))) ?? []) {
      const day = DAY_FILE.exec(name)?.[1];
      if (day === undefined) continue;
      const from = Date.parse(day);
      found.push({ name, file: this.#day(hub, day), from, to: from + DAY });
    }
    const joined = new Map<string, ReadonlySet<string>>();
    for (const name of await this.#hotNames(hub)) {
      const from = timeOfPart(name);
      const day = dayName(from);
      if (!joined.has(day)) joined.set(day, await this.#joined(hub, day));
      if (joined.get(day)?.has(name)) continue;
      found.push({ name, file: this.#hot(hub, name), from, to: from + QUARTER });
    }
    return found.sort((a, b) => a.from - b.from);
  }

  async #loose(hub: string, day: string): Promise<string[]> {
    return (await this.#hotNames(hub)).filter((name) => dayName(timeOfPart(name)) === day);
  }

  async #hotNames(hub: string): Promise<string[]> {
    const names = (await ifThere(readdir(path.join(this.#of(hub), "hot")))) ?? [];
    return names.filter((name) => PART.test(name) && Number.isFinite(timeOfPart(name))).sort();
  }

  async #joined(hub: string, day: string): Promise<ReadonlySet<string>> {
    const text = await ifThere(readFile(this.#listOf(hub, day), "utf8"));
    return new Set(text?.split("\n").filter((line) => line !== ""));
  }

  #note(hub: string, day: string, parts: ReadonlySet<string>): Promise<void> {
    return writeFileAtomic(
      this.#listOf(hub, day),
      [...parts]
        .sort()
        .map((part) => `${part}\n`)
        .join(""),
    );
  }

  #queue(hub: string): SerialQueue {
    const queue = this.#queues.get(hub) ?? new SerialQueue();
    this.#queues.set(hub, queue);
    return queue;
  }

  #corrections = (hub: string) => new SiteCorrections(this.#of(hub));
  #of = (hub: string) => path.join(this.#parts.folder, hub, "history");
  #day = (hub: string, day: string) => path.join(this.#of(hub), `${day}.parquet`);
  #listOf = (hub: string, day: string) => path.join(this.#of(hub), `${day}.parts`);
  #hot = (hub: string, name: string) => path.join(this.#of(hub), "hot", name);
}

/** `2026-11-21`; undefined for what is none of the lake's files. */
function dayOf(name: string): string | undefined {
  const day = DAY_FILE.exec(name)?.[1];
  const time = day === undefined ? timeOfPart(name) : Date.parse(day);
  return Number.isFinite(time) ? dayName(time) : undefined;
}

/** Stands among the parts of a day that its hub sent as one: it may offer that again. */
const takenWhole = (sha256: string): string => `sha256:${sha256}`;

async function appear(file: string, target: string): Promise<void> {
  await rename(file, target);
  await syncFolder(path.dirname(target));
}
