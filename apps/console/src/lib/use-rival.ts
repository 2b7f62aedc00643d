/**
 * An entry of a list that is edited in a dialog, against what others store of the list meanwhile:
 *
 *     const rival = useRival({ entry, etag, latest, words, set: setDraft, onOverwritten: close });
 *     const store = (mark) => save(body, mark);
 *     const answer = await rival.send(draft, store);       undefined: `rival.conflict(draft, store)` is to be shown
 *
 * What others changed beside the entry stops nobody: it is sent again with the list's new mark.
 */
import { CODES } from "@hubwart/contract";
import { useState } from "react";
import { type Conflict, merged, overtaken, same, type Words } from "./conflict.ts";
import { ApiError } from "./errors.ts";
import { fieldText } from "./field-text.ts";
import { notice } from "./notice.tsx";

/** The entry as it is stored; none: there is none of that name. */
export interface Held<V> {
  entry: V | undefined;
  /** Of the list it stands in. */
  etag: string | undefined;
}

export interface RivalOptions<V, T> extends Held<V> {
  latest: (mine: V) => Promise<Held<V>>;
  words: Words<V>;
  /** Into the fields. */
  set: (values: V) => void;
  onOverwritten: (answer: T) => void;
  /** What is wrong with adding what there is by now. */
  taken?: (mine: V) => ApiError;
}

type Save<T> = (mark: string | undefined) => Promise<T>;

interface Found<V> {
  theirs: V;
  etag: string | undefined;
  /** How often saving met it. */
  met: number;
}

export function useRival<V extends object, T>(options: RivalOptions<V, T>) {
  const [base, setBase] = useState<Held<V>>({ entry: options.entry, etag: options.etag });
  const [found, setFound] = useState<Found<V>>();

  async function send(mine: V, save: Save<T>, from: Held<V> = base): Promise<T | undefined> {
    try {
      return await save(from.etag);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === CODES.conflict)) throw error;
      const now = await options.latest(mine);
      if (from.entry && !now.entry) throw error;
      if (!from.entry && now.entry) throw options.taken?.(mine) ?? error;
      if (from.entry && now.entry && against(from.entry, now.entry, mine).length > 0) {
        setFound({ theirs: now.entry, etag: now.etag, met: (found?.met ?? 0) + 1 });
        return undefined;
      }
      return save(now.etag);
    }
  }

  function conflict(mine: V, save: Save<T>): Conflict | undefined {
    if (!found || !base.entry) return undefined;
    const { theirs, etag, met } = found;
    const before = base.entry;
    const go = (values: V): void => {
      options.set(values);
      setBase({ entry: theirs, etag });
      setFound(undefined);
    };
    return {
      met,
      differences: against(before, theirs, mine).map(({ field, ...values }) => ({
        label: options.words.label(field, mine),
        theirs: options.words.value?.(field, values.theirs) ?? fieldText(values.theirs),
        mine: options.words.value?.(field, values.mine) ?? fieldText(values.mine),
      })),
      takeOver: () => go(theirs),
      ...(Object.keys(mine).length > 1 ? { merge: () => go(merged(before, theirs, mine)) } : {}),
      overwrite: () =>
        void send(mine, save, { entry: theirs, etag })
          .then((answer) => answer !== undefined && options.onOverwritten(answer))
          .catch((error: unknown) => notice.apiError(error)),
    };
  }
  return { send, conflict };
}

/** What of mine would take the place of what somebody else stored. */
const against = <V>(before: V, theirs: V, mine: V) =>
  overtaken(before, theirs, mine).filter((one) => !same(one.mine, one.theirs));
