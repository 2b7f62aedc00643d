/**
 * What is shown of an interface that is known from several sides, e.g. sending and receiving: the worst of them, with
 * its reason.
 */
interface Change {
  state: boolean;
  active: number;
  /** German. */
  error?: string;
}

/** Of one side; undefined: nothing is known of it any more. */
export type Report = (change: Change | undefined) => void;

export class Standing {
  readonly #show: (change: Change) => void;
  readonly #sides: (Change | undefined)[] = [];

  constructor(show: (change: Change) => void) {
    this.#show = show;
  }

  side(): Report {
    const at = this.#sides.push(undefined) - 1;
    return (change) => {
      this.#sides[at] = change;
      const known = this.#sides.filter((side) => side !== undefined);
      const shown = known.find(({ state }) => !state) ?? change ?? known.at(0);
      if (shown) this.#show(shown);
    };
  }
}
