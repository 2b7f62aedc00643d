/** Who watches what: the names that the hub is asked for, and the newest value of each channel for whoever comes later. */
import type { LiveValue } from "./types.ts";

type Told = (value: LiveValue) => void;

export class Book {
  readonly #watchers = new Map<string, Set<Told>>();
  readonly #patterns = new Map<string, RegExp>();
  readonly #newest = new Map<string, LiveValue>();

  get channels(): string[] {
    return [...this.#watchers.keys()];
  }

  /** @returns whether the hub is to be asked for it */
  add(name: string, told: Told): boolean {
    const watchers = this.#watchers.get(name);
    if (watchers) {
      watchers.add(told);
      const matches = this.#patterns.get(name);
      for (const [chan, value] of this.#newest) if (matches?.test(chan) ?? chan === name) told(value);
      return false;
    }
    this.#watchers.set(name, new Set([told]));
    if (/[*?]/.test(name)) this.#patterns.set(name, matcher(name));
    return true;
  }

  /** @returns whether the hub is not to be asked for it any more */
  remove(name: string, told: Told): boolean {
    const watchers = this.#watchers.get(name);
    watchers?.delete(told);
    if (watchers === undefined || watchers.size > 0) return false;
    this.#watchers.delete(name);
    this.#patterns.delete(name);
    for (const chan of this.#newest.keys()) if (this.#of(chan).size === 0) this.#newest.delete(chan);
    return true;
  }

  tell(value: LiveValue): void {
    const all = this.#of(value.chan);
    if (all.size > 0) this.#newest.set(value.chan, value);
    for (const told of all) told(value);
  }

  /** After a break everything is told anew; what is gone is not to stay. */
  forget(): void {
    this.#newest.clear();
  }

  #of(chan: string): Set<Told> {
    const all = new Set(this.#watchers.get(chan));
    for (const [name, pattern] of this.#patterns)
      if (pattern.test(chan)) for (const told of this.#watchers.get(name) ?? []) all.add(told);
    return all;
  }
}

const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/\*+/g, ".*")
      .replaceAll("?", ".")}$`,
    "s",
  );
