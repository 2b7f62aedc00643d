/** What is said of a draft: of the draft as it is, and of the draft with what is typed into a cell at the moment. */
import type { DraftDocument } from "@hubwart/contract";
import { replaceEqualDeep } from "@tanstack/react-query";
import type { Mark } from "../../../../compiler/protocol.ts";
import { type Marks, marksOf } from "./marks.ts";

export interface MarkSource {
  subscribe: (listener: () => void) => () => void;
  /** With what is typed, where something is. Undefined until the draft was compiled once. */
  readonly marks: Marks | undefined;
  /** Of the draft as it is. */
  readonly settled: Marks | undefined;
  /** The draft of which that is said. */
  readonly judged: DraftDocument;
}

export class MarkStore implements MarkSource {
  marks: Marks | undefined;
  settled: Marks | undefined;
  judged: DraftDocument = { tables: [], scripts: {} };
  readonly #listeners = new Set<() => void>();
  #own: readonly Mark[] | undefined;
  /** Undefined: nothing is typed. */
  #typed: readonly Mark[] | undefined;
  #ofScripts: readonly Mark[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param marks undefined: nothing is known of it */
  settle(marks: readonly Mark[] | undefined, judged = this.judged): void {
    const own = marks && this.#asShown(marks);
    if (own !== this.#own) this.settled = own && own === this.#typed ? this.marks : this.#whole(own);
    this.#own = own;
    this.judged = judged;
    if (!own) this.#typed = undefined;
    this.#tell();
  }

  /** @param marks undefined: nothing is typed any more */
  type(marks: readonly Mark[] | undefined): void {
    const typed = marks && this.#asShown(marks);
    if (typed === this.#typed) return;
    this.#typed = typed;
    this.#tell();
  }

  setOfScripts(marks: readonly Mark[]): void {
    this.#ofScripts = marks;
    this.settled = this.#whole(this.#own);
    this.#tell();
  }

  /** The very marks on the screen where they say the same, so that nothing is drawn again. */
  #asShown(now: readonly Mark[]): readonly Mark[] {
    return replaceEqualDeep(this.#typed ?? this.#own, now);
  }

  #whole(marks: readonly Mark[] | undefined): Marks | undefined {
    return marks && marksOf([...marks, ...this.#ofScripts]);
  }

  #tell(): void {
    const known = this.#typed === undefined || this.#typed === this.#own;
    this.marks = known ? this.settled : this.#whole(this.#typed);
    for (const listener of this.#listeners) listener();
  }
}
