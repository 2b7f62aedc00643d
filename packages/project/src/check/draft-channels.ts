/** The channels of a draft: by name, and in the order of their rows. */
import type { CompiledChannel } from "../compiled.ts";
import type { DraftChannel, DraftPod } from "./draft-parts.ts";
import type { StandingTable } from "./standing-table.ts";

/** The channels of a table, place by place; nothing where a row is none. */
interface ChannelRows {
  /** Undefined where nothing is remembered: a large table need not stay in memory beside what was made of it. */
  standing: StandingTable | undefined;
  made: (DraftChannel | undefined)[];
  podIds: (string | undefined)[];
}

export class DraftChannels {
  readonly tables: ChannelRows[] = [];
  readonly #byName = new Map<string, DraftChannel>();
  /** As the pods have them. */
  readonly #ofPods = new Map<string, CompiledChannel[]>();
  /** How many say where they belong. */
  #areas = 0;

  get haveAreas(): boolean {
    return this.#areas > 0;
  }

  get(name: string): DraftChannel | undefined {
    return this.#byName.get(name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  *values(): Generator<DraftChannel> {
    for (const { made } of this.tables) for (const one of made) if (one) yield one;
  }

  *keys(): Generator<string> {
    for (const { channel } of this.values()) yield channel.chan;
  }

  /** A table below those that are there. */
  begin(standing?: StandingTable): number {
    return this.tables.push({ standing, made: [], podIds: [] }) - 1;
  }

  /** Places that are to be checked since the table stood as it did; undefined for another table. */
  placesSince(table: number, standing: StandingTable): number[] | undefined {
    const before = this.tables[table]?.standing;
    return before && standing.placesSince(before);
  }

  /** What the table's rows are now; what was made of them stays. */
  goOn(table: number, standing: StandingTable): void {
    this.#table(table).standing = standing;
  }

  put(table: number, place: number, podId: string, made: DraftChannel): void {
    const rows = this.#table(table);
    rows.made[place] = made;
    rows.podIds[place] = podId;
    this.#byName.set(made.channel.chan, made);
    if (made.channel.area !== undefined) this.#areas += 1;
  }

  at(table: number, place: number): { podId: string; made: DraftChannel } | undefined {
    const { made, podIds } = this.#table(table);
    const [one, podId] = [made[place], podIds[place]];
    return one && podId !== undefined ? { podId, made: one } : undefined;
  }

  /** @returns what stood there */
  take(table: number, place: number): { podId: string; made: DraftChannel } | undefined {
    const was = this.at(table, place);
    const rows = this.#table(table);
    rows.made[place] = rows.podIds[place] = undefined;
    if (!was) return undefined;
    const { area, chan } = was.made.channel;
    this.#byName.delete(chan);
    if (area !== undefined) this.#areas -= 1;
    return was;
  }

  /** Whether it stands below that row. */
  isBelow(made: DraftChannel, table: number, place: number): boolean {
    return this.tables.some(
      (rows, at) => at >= table && rows.made.indexOf(made, at === table ? place + 1 : 0) >= 0,
    );
  }

  /** @param touched pods with other channels than before: the others keep theirs as they are; undefined: all */
  handOut(pods: ReadonlyMap<string, DraftPod>, touched?: ReadonlySet<string>): void {
    const lists = this.#ofPods;
    if (!touched) lists.clear();
    const filled = new Map<string, CompiledChannel[]>();
    for (const id of touched ?? pods.keys()) filled.set(id, []);
    for (const { made, podIds } of this.tables) {
      for (let place = 0; place < podIds.length; place += 1) {
        const podId = podIds[place];
        const list = podId === undefined ? undefined : filled.get(podId);
        list?.push((made[place] as DraftChannel).channel);
      }
    }
    for (const [id, list] of filled) lists.set(id, list);
    for (const [id, { pod }] of pods) pod.channels = lists.get(id) ?? [];
  }

  #table(table: number): ChannelRows {
    return this.tables[table] as ChannelRows;
  }
}
