/** When which block of an interface is read next. Times are monotonic ms. */
import { Backoff } from "@hubwart/core";
import { type Block, type BlockItem, type BlockLimits, planBlocks, splitBlock } from "./blocks.ts";

interface Poll {
  block: Block;
  due: number;
  /** Set while the device refuses the block, or ends the connection over it: it is asked ever more seldom. */
  refused: Backoff | undefined;
}

export class Polls {
  readonly #items: readonly BlockItem[];
  readonly #limits: BlockLimits;
  #polls: Poll[] = [];

  constructor(items: readonly BlockItem[], limits: BlockLimits) {
    this.#items = items;
    this.#limits = limits;
  }

  /** Plans afresh, all due now: behind a new connection may be another device. */
  restart(now: number): void {
    this.#polls = planBlocks(this.#items, this.#limits).map((block) => ({
      block,
      due: now,
      refused: undefined,
    }));
  }

  /** The one that is due first; `from` tells from when on a unit may be asked at all. */
  next(from: (unit: number) => number): { block: Block; due: number } | undefined {
    let best: { block: Block; due: number } | undefined;
    for (const { block, due } of this.#polls) {
      const start = Math.max(due, from(block.unit));
      if (best === undefined || start < best.due) best = { block, due: start };
    }
    return best;
  }

  /** The unit is to be heard soon: what is read of it next is due now. */
  hurry(unit: number, now: number): void {
    let first: Poll | undefined;
    for (const poll of this.#polls) {
      if (poll.block.unit === unit && (first === undefined || poll.due < first.due)) first = poll;
    }
    if (first) first.due = Math.min(first.due, now);
  }

  /** Read, or failed for a reason that does not lie in the block. */
  done(block: Block, now: number): void {
    const poll = this.#find(block);
    poll.refused = undefined;
    // Keeps the beat; a beat that was missed altogether is not made up for.
    poll.due = Math.max(poll.due + block.interval, now);
  }

  /** The connection ended over the block: the others go first. */
  broke(block: Block, now: number): void {
    const poll = this.#find(block);
    poll.refused ??= new Backoff(500, 5_000);
    poll.due = now + Math.max(block.interval, poll.refused.next());
  }

  /** The device refused the block. True if it was parted and its halves are due at once. */
  refuse(block: Block, now: number): boolean {
    const poll = this.#find(block);
    const halves = splitBlock(block);
    if (halves) {
      const parts = halves.map((half) => ({ block: half, due: now, refused: undefined }));
      this.#polls.splice(this.#polls.indexOf(poll), 1, ...parts);
      return true;
    }
    poll.refused ??= new Backoff(1000, 60_000);
    poll.due = now + Math.max(block.interval, poll.refused.next());
    return false;
  }

  #find(block: Block): Poll {
    const poll = this.#polls.find((p) => p.block === block);
    if (!poll) throw new Error("the block is not planned");
    return poll;
  }
}
