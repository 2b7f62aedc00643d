/** Goes to the row or cell that the address names, when the editor opens and whenever the address names another. */
import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { parseDraftPlace } from "../../../lib/draft-place.ts";
import { notice } from "../../../lib/notice.tsx";
import { draftsTexts } from "../../../texts/index.ts";
import { type Target, targetOf } from "./model/place.ts";
import type { Editor } from "./use-editor.ts";

export function useAddressedPlace({ view }: Editor, open: (target: Target) => void): void {
  const { table, row, column, name, iface } = parseDraftPlace(useSearch({ strict: false }));
  const go = useEffectEvent((place: Parameters<typeof targetOf>[1]) => {
    const { document, draft } = view.state;
    const target = targetOf(document, place, draft.rebuilt);
    if (target) open(target);
    const rowNamed = place.row !== undefined || place.name !== undefined;
    if (!target || ("table" in target && rowNamed && target.row === undefined))
      notice.info(draftsTexts.placeGone, { id: "draft-place" });
  });
  useEffect(() => {
    if (table === undefined) return;
    go(parseDraftPlace({ table, row, column, name, iface }));
  }, [table, row, column, name, iface]);
}
