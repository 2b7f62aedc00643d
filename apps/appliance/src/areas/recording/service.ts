/** Which channels are recorded beside those of the project, and whether they still need to be. */
import { type AnswerOf, LIMITS, type recordingAdded } from "@hubwart/contract";
import { ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project";
import { type Kept, keptTo } from "../../http/bounds.ts";
import { ofProject } from "../../platform/of-project.ts";
import type { AddedChannels } from "./added.ts";
import { texts } from "./texts.ts";

export interface RecordingParts {
  added: AddedChannels;
  /** Of the current version; undefined without a project. */
  compiledFile: () => string | undefined;
  /** Has the hub read what was added. @returns whether it did */
  changed: () => Promise<boolean>;
}

/** Channels of the project: what they are, and whether it records them itself. */
type Own = ReadonlyMap<string, { type: string; recorded: boolean }>;
type Row = AnswerOf<typeof recordingAdded>["added"][number];

export class RecordingService {
  readonly #parts: RecordingParts;
  readonly #queue = new SerialQueue();
  readonly #own: () => Promise<Own>;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
    this.#own = ofProject<Own>(parts.compiledFile, new Map(), ownOf);
  }

  async look(kept: Pick<Kept, "channel"> = keptTo(undefined)): Promise<Row[]> {
    const own = await this.#own();
    return [...this.#parts.added.channels]
      .filter(([chan]) => kept.channel(chan))
      .map(([chan, { by, ts }]) => ({ chan, since: ts, by, state: stateOf(own.get(chan)?.recorded) }))
      .toSorted((a, b) => (a.chan < b.chan ? -1 : 1));
  }

  /** Of a channel of the project; undefined where it has none of that name. */
  async typeOf(chan: string): Promise<string | undefined> {
    return (await this.#own()).get(chan)?.type;
  }

  /** @returns whether the hub knows. @throws InvalidInputError, ConflictError, NotFoundError */
  change(chan: string, record: boolean, by: string): Promise<boolean> {
    return this.#queue.run(async () => {
      if (record) await this.#add(chan, by);
      else await this.#remove(chan);
      return await this.#parts.changed();
    });
  }

  async #add(chan: string, by: string): Promise<void> {
    const { added } = this.#parts;
    const own = (await this.#own()).get(chan);
    if (own === undefined) throw new NotFoundError(texts.unknown(chan));
    if (own.recorded) throw new InvalidInputError([{ field: "chan", message: texts.already(chan) }]);
    if (added.channels.has(chan)) return;
    if (added.channels.size >= LIMITS.recordingAdded)
      throw new ConflictError(texts.many(LIMITS.recordingAdded));
    await added.add(chan, by);
  }

  /** Also of a channel that the project no longer has. */
  async #remove(chan: string): Promise<void> {
    const { added } = this.#parts;
    if (!added.channels.has(chan)) throw new NotFoundError(texts.notAdded(chan));
    await added.remove(chan);
  }
}

const ownOf = ({ pods }: Pick<CompiledProject, "pods">): Own =>
  new Map(
    pods.flatMap(({ channels }) =>
      channels.map(({ chan, record, type }) => [chan, { type, recorded: record !== undefined }] as const),
    ),
  );

function stateOf(own: boolean | undefined): Row["state"] {
  if (own === undefined) return "missing";
  return own ? "project" : "recorded";
}
