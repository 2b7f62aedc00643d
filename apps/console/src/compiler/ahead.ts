/**
 * What somebody types into a cell is compiled at each key: what is wrong is said while he types, and known when he presses Enter.
 *
 *     ahead.typed(document, ops);            // what Enter would do
 *     ahead.next;                            // to be compiled while nothing else is
 *     ahead.know(next, marks);
 *     document = ahead.take(document, ops);  // it was done: the very document that was compiled
 *     ahead.marksOf(document);
 */
import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { applyStep, DraftFault, ofOneCell } from "@hubwart/draft";
import type { Mark } from "./protocol.ts";

type Ops = readonly DraftOperation[];

export interface Foreseen {
  /** As `ofOneCell` gives it. */
  ops: string;
  document: DraftDocument;
}

export class Ahead {
  #typed: (Foreseen & { from: DraftDocument; step: Ops }) | undefined;
  #known: { document: DraftDocument; marks: readonly Mark[] | undefined } | undefined;

  /** @param ops of one cell; all else ends it */
  typed(from: DraftDocument, ops: Ops): void {
    this.#typed = undefined;
    const wanted = ofOneCell(ops);
    if (wanted === undefined) return;
    try {
      this.#typed = { ops: wanted, step: ops, from, document: applyStep(from, ops).document };
    } catch (error) {
      // The cell is gone by now; whoever types into it is told so elsewhere.
      if (!(error instanceof DraftFault)) throw error;
    }
  }

  get next(): Foreseen | undefined {
    return this.#typed && this.#typed.document !== this.#known?.document ? this.#typed : undefined;
  }

  /** @param marks undefined where it could not be compiled */
  know({ document }: Foreseen, marks: readonly Mark[] | undefined): void {
    this.#known = { document, marks };
  }

  /** Of what was not foreseen, it is made now, and what is typed goes on in that. Throws `DraftFault` for what does not fit. */
  take(from: DraftDocument, ops: Ops): DraftDocument {
    const typed = this.#typed;
    this.#typed = undefined;
    if (typed?.from === from && typed.ops === ofOneCell(ops)) return typed.document;
    const { document } = applyStep(from, ops);
    if (typed) this.typed(document, typed.step);
    return document;
  }

  marksOf(document: DraftDocument): readonly Mark[] | undefined {
    return this.#known?.document === document ? this.#known.marks : undefined;
  }
}
