/**
 * Where somebody is in the draft, as the address keeps it for a reload: `?draft.table=t2&draft.cell=r4/c3`, by ids, so that the cell is
 * found however many rows come before it by now.
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { afterRest } from "../../../lib/after-rest.ts";
import { type Search, textIn, without, withText } from "../../../lib/view-address.ts";

export interface DraftAddress {
  /** Id of the table. */
  table: string;
  /** Name of the script. */
  script: string;
  /** As `cellKey` gives it. */
  cell: string;
}
export type PutAddress = (change: Partial<DraftAddress>, how?: { keepsPlace?: boolean }) => void;

const PARTS: readonly (keyof DraftAddress)[] = ["table", "script", "cell"];
/** Names of a place to which somebody was sent: over as soon as he goes on from there. */
const PLACE = ["table", "row", "column", "name", "iface"];
/** ms; browsers allow an address to change some hundred times a minute. */
const SETTLE = 400;

export function useDraftAddress(): readonly [DraftAddress, PutAddress] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const put = useCallback<PutAddress>(
    (change, how) =>
      void navigate({
        to: ".",
        search: ((all: Search) =>
          PARTS.reduce(
            (now, part) =>
              change[part] === undefined ? now : withText(now, `draft.${part}`, change[part] ?? ""),
            how?.keepsPlace ? all : without(all, PLACE),
          )) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const of = (part: keyof DraftAddress) => textIn(search, `draft.${part}`);
  return [{ table: of("table"), script: of("script"), cell: of("cell") }, put];
}

/** Writes the cell once nobody moves on or types; undefined: nobody has moved yet. */
export function useKeptCell(table: string, cell: string | undefined, put: PutAddress): void {
  useEffect(() => {
    if (cell === undefined) return undefined;
    return afterRest(SETTLE, () => put({ table, cell }));
  }, [table, cell, put]);
}
