/**
 * State of a view that stands in the address, so that going back, loading the page again and links show the same:
 *
 *     const [filter, setFilter] = useAddressed("log.q");
 *     const search = useParsed(parseLogSearch);         what a page takes of its address, without anything else in it
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type Search, textIn, without, withText } from "./view-address.ts";

/** `step`: going back undoes this change alone. */
export type SetText = (text: string, how?: { step: boolean }) => void;

const NOTHING: readonly string[] = [];

/** `drops`: entries that mean nothing once this one changes; always the same list. */
export function useAddressed(key: string, drops = NOTHING): readonly [text: string, set: SetText] {
  const text = textIn(useSearch({ strict: false }), key);
  const navigate = useNavigate();
  const set = useCallback<SetText>(
    (next, how) =>
      void navigate({
        to: ".",
        search: ((all: Search) => withText(without(all, drops), key, next)) as never,
        replace: how?.step !== true,
        resetScroll: false,
      }),
    [navigate, key, drops],
  );
  return [text, set];
}

/** The router hands on whatever else the address says. */
export function useParsed<T>(parse: (raw: Record<string, unknown>) => T): T {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  return useMemo(() => parse(raw), [parse, raw]);
}
