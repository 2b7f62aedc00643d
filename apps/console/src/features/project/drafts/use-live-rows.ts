/**
 * Live values beside the rows in sight: the compiler says which channels they are, and only these are asked for. While rows
 * scroll by or somebody types nothing is asked.
 */
import type { DraftRow } from "@hubwart/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type ChannelValues, useChannelValues } from "../../../api/channel-values.ts";
import type { Ask } from "../../../compiler/protocol.ts";
import { afterRest } from "../../../lib/after-rest.ts";
import { localStore } from "../../../lib/local-store.ts";
import type { TableView } from "./model/table-view.ts";

export interface LiveRows extends ChannelValues {
  /** By the row's id. */
  names: ReadonlyMap<string, string>;
}

const LIVE_KEY = "hubwart.drafts.live";
/** ms */
const SETTLE = 250;
const NONE: ReadonlyMap<string, string> = new Map();
/** A name that is a pattern would bring other channels. */
const CHANNEL = /^[^*?,\s]{1,500}$/;

export function useLiveRows(
  table: string,
  ask: Ask,
  on: boolean,
): { live: LiveRows | undefined; onRows: (rows: readonly DraftRow[]) => void } {
  const [names, setNames] = useState(NONE);
  const callOff = useRef<() => void>(undefined);
  useEffect(() => () => callOff.current?.(), []);
  const onRows = useCallback(
    (rows: readonly DraftRow[]) => {
      callOff.current?.();
      if (!on) return;
      callOff.current = afterRest(SETTLE, () => {
        void ask("channels", { table, rows: rows.map(({ id }) => id) }).then((found) =>
          setNames((before) => (alike(before, found) ? before : found)),
        );
      });
    },
    [ask, on, table],
  );
  const chans = useMemo(
    () => (on ? [...new Set(names.values())].filter((name) => CHANNEL.test(name)).sort() : []),
    [names, on],
  );
  const { loaded, store } = useChannelValues(chans);
  const live = useMemo(() => (on ? { names, store, loaded } : undefined), [on, names, store, loaded]);
  return { live, onRows };
}

function alike(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([row, name]) => b.get(row) === name);
}

/** Whether values are shown, as this browser last wanted it. */
export function useLiveWanted(): [wanted: boolean, want: (wanted: boolean) => void] {
  const [chosen, setChosen] = useState(localStore.get(LIVE_KEY));
  const want = useCallback((wanted: boolean) => {
    localStore.set(LIVE_KEY, wanted ? "1" : "0");
    setChosen(wanted ? "1" : "0");
  }, []);
  return [chosen !== "0", want];
}

/** Of the tables that every project may have, constants and schedules alone have values in the plant. */
export const hasValues = ({ info }: TableView): boolean =>
  info?.label !== undefined || ["constants", "schedules"].includes(info?.name ?? "");
