/** The pages of the current project, made once for each version of it. */
import { readFile } from "node:fs/promises";
import { NotFoundError, UnavailableError } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project";
import {
  type AlarmPlace,
  alarmPlaces,
  type PageReach,
  pagesOf,
  reachOf,
  type ShownPage,
  type ShownPages,
} from "@hubwart/project/pages";
import type { Kept } from "../../http/bounds.ts";
import { ofProject } from "../../platform/of-project.ts";
import { texts } from "./texts.ts";

interface Known extends ShownPages {
  alarms: readonly AlarmPlace[];
}

/** Callers of different bounds whose pages are kept. */
const OWN_MAX = 8;

const NONE: Known = { generated: true, pages: new Map(), alarms: [] };

export class PageService {
  readonly #compiledFile: () => string | undefined;
  readonly #pages: () => Promise<Known>;
  /** What was read last. */
  #known: { file: string; pages: Known; reach: Map<string, PageReach> } | undefined;
  /** Of callers who are kept to some channels, by file and patterns; the oldest first. */
  readonly #own = new Map<string, Promise<Known>>();

  /** @param compiledFile of the current version; undefined without a project */
  constructor(compiledFile: () => string | undefined) {
    this.#compiledFile = compiledFile;
    this.#pages = ofProject(compiledFile, NONE, (compiled, file) => {
      const pages = knownOf(compiled);
      this.#known = { file, pages, reach: new Map() };
      return pages;
    });
  }

  async list(kept: Kept): Promise<{ generated: boolean; pages: { id: string; blocks: number }[] }> {
    const { generated, pages } = await this.#pagesOf(kept);
    const order = new Intl.Collator("de", { numeric: true });
    const list = [...pages.values()].map(({ blocks, id }) => ({ id, blocks: blocks.length }));
    return { generated, pages: list.sort((a, b) => order.compare(a.id, b.id)) };
  }

  /** @throws NotFoundError */
  async look(id: string, kept: Kept): Promise<ShownPage & { generated: boolean }> {
    const { generated, pages } = await this.#pagesOf(kept);
    const page = pages.get(id);
    if (!page) throw new NotFoundError(texts.noPage(id));
    return { ...page, generated };
  }

  /** Whether the picture is one of whoever asks: any, or one that his pages show. */
  async planFilter(kept: Kept): Promise<(file: string) => boolean> {
    if (kept.patterns === undefined) return () => true;
    const { pages } = await this.#pagesOf(kept);
    const files = new Set([...pages.values()].flatMap((page) => reachOf(page, []).plans));
    return (file) => files.has(file);
  }

  /** Another one is another project; undefined without. */
  version(): string | undefined {
    return this.#compiledFile();
  }

  /** At once, since it is asked at each call of a wall panel; undefined without such a page. @throws UnavailableError until the project is read */
  reach(id: string): PageReach | undefined {
    const file = this.#compiledFile();
    if (file === undefined) return undefined;
    if (this.#known?.file !== file) {
      this.#pages().catch(() => undefined);
      throw new UnavailableError(texts.reading);
    }
    const { pages, reach } = this.#known;
    const page = pages.pages.get(id);
    if (!page) return undefined;
    const found = reach.get(id) ?? reachOf(page, pages.alarms);
    reach.set(id, found);
    return found;
  }

  #pagesOf({ channel, patterns }: Kept): Promise<Known> {
    const file = this.#compiledFile();
    if (patterns === undefined || file === undefined) return this.#pages();
    const key = [file, ...patterns].join("\n");
    const known = this.#own.get(key) ?? ownOf(file, channel);
    this.#own.delete(key);
    this.#own.set(key, known);
    known.catch(() => this.#own.delete(key));
    const [oldest = key] = this.#own.keys();
    if (this.#own.size > OWN_MAX) this.#own.delete(oldest);
    return known;
  }
}

function knownOf(compiled: CompiledProject, own?: (chan: string) => boolean): Known {
  return { ...pagesOf(compiled, own), alarms: alarmPlaces(compiled) };
}

const ownOf = async (file: string, own: (chan: string) => boolean): Promise<Known> =>
  knownOf(JSON.parse(await readFile(file, "utf8")) as CompiledProject, own);
