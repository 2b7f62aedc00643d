/**
 * Which alarm explains which: while a parent stands, and for a while after, its children are suppressed, since values take a moment to
 * come back.
 *
 *     parents.add(alarm);
 *     parents.turned(id, on, () => …);        // the parent came or went
 *     parents.explains("bus", standing);
 */
import type { Clock, Scope } from "@hubwart/core";
import type { CompiledAlarm } from "@hubwart/project/compiled";

const AFTERGLOW = 30_000;

export class Parents {
  readonly #clock: Clock;
  /** Ids of those that an alarm explains. */
  readonly #children = new Map<string, string[]>();
  /** Alarms that have just ended and still explain. */
  readonly #glows = new Map<string, () => void>();

  constructor(clock: Clock, scope: Scope) {
    this.#clock = clock;
    scope.add(() => {
      for (const cancel of this.#glows.values()) cancel();
    });
  }

  add({ id, parent }: CompiledAlarm): void {
    if (parent === undefined) return;
    const children = this.#children.get(parent);
    if (children) children.push(id);
    else this.#children.set(parent, [id]);
  }

  /** `look` is called with each child: at once when the parent comes, a while later when it goes, and then `over`. */
  turned(id: string, on: boolean, look: (child: string) => void, over: () => void): void {
    const children = this.#children.get(id);
    if (!children) return;
    this.#glows.get(id)?.();
    this.#glows.delete(id);
    if (on) children.forEach(look);
    else this.glow(id, look, over);
  }

  /** It explains its children for a while yet; so does one of which a process that starts anew knows no more than that it is over. */
  glow(id: string, look: (child: string) => void, over: () => void): void {
    if (this.#glows.has(id)) return;
    const glow = this.#clock.after(AFTERGLOW, () => {
      this.#glows.delete(id);
      this.#children.get(id)?.forEach(look);
      over();
    });
    this.#glows.set(id, glow);
  }

  explains(parent: string, stands: boolean): boolean {
    return stands || this.#glows.has(parent);
  }
}
