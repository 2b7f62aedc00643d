/**
 * Which alarm explains which: while a parent stands, and for a while after, its children are suppressed, since values take a moment to
 * come back.
 *
 *     const parents = new Parents({ clock, scope, look, looked });
 *     parents.add(alarm);
 *     parents.turned(id, on);                 // the parent came or went
 *     parents.explains("bus", standing);
 */
import type { Clock, Scope } from "@hubwart/core";
import type { CompiledAlarm } from "@hubwart/project/compiled";

const AFTERGLOW = 30_000;

export interface ParentsOptions {
  clock: Clock;
  scope: Scope;
  /** Whether this child is suppressed may be another matter now. */
  look: (child: string) => void;
  /** All children were looked at, some time after their parent went. */
  looked: () => void;
}

export class Parents {
  readonly #options: ParentsOptions;
  /** Ids of those that an alarm explains. */
  readonly #children = new Map<string, string[]>();
  /** Alarms that have just ended and still explain. */
  readonly #glows = new Map<string, () => void>();

  constructor(options: ParentsOptions) {
    this.#options = options;
    options.scope.add(() => {
      for (const cancel of this.#glows.values()) cancel();
    });
  }

  add({ id, parent }: CompiledAlarm): void {
    if (parent === undefined) return;
    const children = this.#children.get(parent);
    if (children) children.push(id);
    else this.#children.set(parent, [id]);
  }

  /** Its children are looked at: at once when it comes, a while later when it goes. */
  turned(id: string, on: boolean): void {
    const children = this.#children.get(id);
    if (!children) return;
    this.#glows.get(id)?.();
    this.#glows.delete(id);
    if (on) for (const child of children) this.#options.look(child);
    else this.glow(id);
  }

  /** It explains its children for a while yet; so does one of which a process that starts anew knows no more than that it is over. */
  glow(id: string): void {
    if (this.#glows.has(id)) return;
    const { clock, look, looked } = this.#options;
    const glow = clock.after(AFTERGLOW, () => {
      this.#glows.delete(id);
      for (const child of this.#children.get(id) ?? []) look(child);
      looked();
    });
    this.#glows.set(id, glow);
  }

  explains(parent: string, stands: boolean): boolean {
    return stands || this.#glows.has(parent);
  }
}
