/**
 * Whether a server can be reached, from what became of the requests to it. One URL that fails among others that are answered is
 * told of, and does not make the server unreachable; a connection that cannot be made does.
 */
export interface Standing {
  reached: boolean;
  /** What fails, German; empty if nothing does. */
  error: string;
}

/** A path may hold the value that is sent, so there is no end of them. */
const MOST_KNOWN = 1_000;

export class Reach {
  /** What was answered last time, and what has failed since it was. What fails longest comes first, so that it is told of steadily. */
  readonly #good = new Set<string>();
  readonly #bad = new Map<string, string>();

  answered(what: string): Standing {
    this.#bad.delete(what);
    this.#good.add(what);
    bound(this.#good);
    return this.#standing();
  }

  /** @param everywhere nothing else can be reached either */
  failed(what: string, error: string, everywhere: boolean): Standing {
    this.#good.delete(what);
    this.#bad.set(what, error);
    bound(this.#bad);
    if (everywhere) {
      this.#good.clear();
      return { reached: false, error };
    }
    return this.#standing();
  }

  #standing(): Standing {
    const [error = ""] = this.#bad.values();
    return { reached: this.#good.size > 0, error };
  }
}

function bound(known: Set<string> | Map<string, string>): void {
  if (known.size <= MOST_KNOWN) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
