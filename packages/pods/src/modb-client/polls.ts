/**
 * When which block of an interface is read next. Times are monotonic ms.
 *
 * A unit that did not answer last costs a whole timeout. So it has its turn when nothing else is due, and otherwise only
 * once in a while: units that answer are read at their interval, however many others are silent.
 *
 * A device may refuse a block over one register in it, for good or while something is wrong there. Where it may pass, the parts
 * are joined again after a while, and at once if the device refuses all of them: then it is asked for the block alone, and for
 * each register only once in a long while.
 */
import { Backoff } from "@hubwart/core";
import { type Block, type BlockItem, type BlockLimits, planBlocks, splitBlock } from "./blocks.ts";

interface Poll {
  block: Block;
  due: number;
  /** Set while the device refuses the block, or ends the connection over it: it is asked ever more seldom. */
  refused: Backoff | undefined;
  /** Of the parts of a block, and of that block from when they are joined until it is read. */
  parting: Parting | undefined;
}

interface Parting {
  whole: Block;
  backoff: Backoff;
  /** The parts are joined then; if they were joined earlier, the whole is not parted again before. */
  until: number;
}

export interface Turn {
  now: number;
  /** From when on a unit may be asked at all. */
  from: (unit: number) => number;
  /** It did not answer last. */
  doubted: (unit: number) => boolean;
  /** Whether a doubted unit may go before others that are due. */
  doubtedFirst: boolean;
}

interface Next {
  block: Block;
  due: number;
}

export class Polls {
  readonly #items: readonly BlockItem[];
  readonly #limits: BlockLimits;
  #polls: Poll[] = [];

  constructor(items: readonly BlockItem[], limits: BlockLimits) {
    this.#items = items;
    this.#limits = limits;
  }

  /** Plans afresh, all due now: behind a new connection may be another device. The order of the turns stays. */
  restart(now: number): void {
    const turns = new Map<number, number>();
    for (const [turn, { block }] of this.#polls.toSorted((a, b) => a.due - b.due).entries()) {
      for (const { index } of block.items) turns.set(index, turn);
    }
    const turnOf = ({ index }: BlockItem): number => turns.get(index) ?? 0;
    this.#polls = planBlocks(this.#items, this.#limits)
      .map((block) => ({ block, turn: Math.min(...block.items.map(turnOf)) }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ block }) => ({ block, due: now, refused: undefined, parting: undefined }));
  }

  /** The one whose turn is first, and when it may be read. */
  next({ now, from, doubted, doubtedFirst }: Turn): Next | undefined {
    let sound: Next | undefined;
    let doubtful: Next | undefined;
    for (const { block, due } of this.#polls) {
      const start = Math.max(due, from(block.unit));
      if (doubted(block.unit)) {
        if (doubtful === undefined || start < doubtful.due) doubtful = { block, due: start };
      } else if (sound === undefined || start < sound.due) sound = { block, due: start };
    }
    if (!sound || !doubtful) return sound ?? doubtful;
    if (sound.due <= now && doubtful.due <= now) return doubtedFirst ? doubtful : sound;
    return doubtful.due < sound.due ? doubtful : sound;
  }

  /** What is read next of one unit, now. */
  of(unit: number, now: number): Next | undefined {
    const poll = this.#first(unit);
    return poll && { block: poll.block, due: now };
  }

  /** The unit is to be heard soon: what is read of it next is due now. */
  hurry(unit: number, now: number): void {
    const first = this.#first(unit);
    if (first) first.due = Math.min(first.due, now);
  }

  /** Read, or failed for a reason that does not lie in the block. */
  done(block: Block, now: number): void {
    const poll = this.#find(block);
    poll.refused = undefined;
    // Keeps the beat; a beat that was missed altogether is not made up for.
    poll.due = Math.max(poll.due + block.interval, now);
    if (poll.parting?.whole === block) poll.parting = undefined;
    this.#join(poll, now);
  }

  /** The connection ended over the block: the others go first. */
  broke(block: Block, now: number): void {
    const poll = this.#find(block);
    poll.refused ??= new Backoff(500, 5_000);
    poll.due = now + Math.max(block.interval, poll.refused.next());
  }

  /**
   * The device refused the block. True if it was parted and its halves are due at once.
   *
   * @param passing it may answer another time
   */
  refuse(block: Block, now: number, passing = false): boolean {
    const poll = this.#find(block);
    const { parting } = poll;
    const rests = passing && parting?.whole === block && now < parting.until;
    const halves = rests ? undefined : splitBlock(block);
    if (halves) {
      const made = partingOf(poll, now, passing);
      const parts = halves.map((half) => ({ block: half, due: now, refused: undefined, parting: made }));
      this.#polls.splice(this.#polls.indexOf(poll), 1, ...parts);
      return true;
    }
    poll.refused ??= new Backoff(1000, passing ? 10_000 : 60_000);
    poll.due = now + Math.max(block.interval, poll.refused.next());
    this.#join(poll, now);
    return false;
  }

  /** Makes the parts of a block one again, when it is time or none of them is read. */
  #join({ block, due, parting, refused }: Poll, now: number): void {
    if (!parting || parting.whole === block) return;
    const parts = this.#polls.filter((poll) => poll.parting === parting);
    const noneIsRead = parts.every((part) => part.refused);
    if (!noneIsRead && now < parting.until) return;
    this.#polls = this.#polls.filter((poll) => poll.parting !== parting);
    this.#polls.push({ block: parting.whole, due, refused: noneIsRead ? refused : undefined, parting });
  }

  #first(unit: number): Poll | undefined {
    let first: Poll | undefined;
    for (const poll of this.#polls) {
      if (poll.block.unit === unit && (first === undefined || poll.due < first.due)) first = poll;
    }
    return first;
  }

  #find(block: Block): Poll {
    const poll = this.#polls.find((p) => p.block === block);
    if (!poll) throw new Error("the block is not planned");
    return poll;
  }
}

/** What the halves of a block belong to, when it is parted now. */
function partingOf({ block, parting }: Poll, now: number, passing: boolean): Parting | undefined {
  if (parting && parting.whole !== block) return parting;
  if (!passing) return undefined;
  const backoff = parting?.backoff ?? new Backoff(60_000, 3_600_000);
  return { whole: block, backoff, until: now + backoff.next() };
}
