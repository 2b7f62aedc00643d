/**
 * What was typed and not saved yet, by channel. Fields subscribe to their own entry, so that typing renders one field
 * and not ten thousand:
 *
 *     const draft = useDraft(drafts, row.channel);
 *     drafts.type(row, "22,5");
 */
import { useSyncExternalStore } from "react";
import type { ConstantRow } from "../api/constants.ts";
import { textOf } from "./value-text.ts";

export interface Draft {
  text: string;
  /** What was stored when typing began; another value by now is somebody else's. */
  base: string;
}

export class Drafts {
  readonly #entries = new Map<string, Draft>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #counters = new Set<() => void>();

  get count(): number {
    return this.#entries.size;
  }

  get(channel: string): Draft | undefined {
    return this.#entries.get(channel);
  }

  channels(): string[] {
    return [...this.#entries.keys()];
  }

  /** A field that shows what is stored again is no draft. */
  type(row: ConstantRow, text: string): void {
    const { channel, type, value } = row;
    const stored = textOf(type, value);
    const before = this.#entries.size;
    if (text === stored) this.#entries.delete(channel);
    else this.#entries.set(channel, { text, base: this.#entries.get(channel)?.base ?? stored });
    this.#tell([channel], before);
  }

  /** Takes back all, or these. */
  drop(channels: readonly string[] = this.channels()): void {
    const before = this.#entries.size;
    for (const channel of channels) this.#entries.delete(channel);
    this.#tell(channels, before);
  }

  /** Typed values beside those that others stored since typing began. */
  overtaken(rows: readonly ConstantRow[]): { channel: string; theirs: string; mine: string }[] {
    return rows.flatMap(({ channel, type, value }) => {
      const draft = this.#entries.get(channel);
      const theirs = textOf(type, value);
      return draft && draft.base !== theirs ? [{ channel, theirs, mine: draft.text }] : [];
    });
  }

  /** What is stored now was seen beside what was typed. */
  rebase(rows: readonly ConstantRow[]): void {
    const before = this.#entries.size;
    const channels = this.overtaken(rows).map(({ channel, theirs, mine }) => {
      this.#entries.set(channel, { text: mine, base: theirs });
      return channel;
    });
    this.#tell(channels, before);
  }

  onChange(channel: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channel);
    };
  }

  readonly onCount = (listener: () => void): (() => void) => {
    this.#counters.add(listener);
    return () => this.#counters.delete(listener);
  };

  #tell(channels: readonly string[], before: number): void {
    for (const channel of channels) for (const listener of this.#listeners.get(channel) ?? []) listener();
    if (before !== this.#entries.size) for (const listener of this.#counters) listener();
  }
}

export function useDraft(drafts: Drafts, channel: string): Draft | undefined {
  return useSyncExternalStore(
    (listener) => drafts.onChange(channel, listener),
    () => drafts.get(channel),
  );
}

export function useDraftCount(drafts: Drafts): number {
  return useSyncExternalStore(drafts.onCount, () => drafts.count);
}
