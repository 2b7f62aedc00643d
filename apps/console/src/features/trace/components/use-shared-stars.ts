/** Keeps the watchlist of this browser and the device's the same, while something shows it. */

import { LIMITS, starsChange } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "../../../api/info.ts";
import { changeStars, starsQuery } from "../../../api/stars.ts";
import { notice } from "../../../lib/notice.tsx";
import { traceTexts } from "../../../texts/index.ts";
import { watchlists } from "../model/watchlist.ts";

/** Projects whose changes are on their way: one at a time, or a second would be sent before the first is known. */
const sending = new Set<string>();

export function useSharedStars(project: string | undefined): void {
  const client = useQueryClient();
  // Who only looks keeps his own in this browser.
  const may = useMay(starsChange);
  const { data: device } = useQuery(starsQuery(project ?? ""));
  useEffect(() => {
    if (project === undefined || device === undefined) return;
    const left = watchlists.takeOver(project, device);
    if (left > 0) notice.warning(traceTexts.watch.full(LIMITS.watchlistMax), { id: "trace-watchlist" });
  }, [project, device]);
  useEffect(() => {
    if (!may || project === undefined || device === undefined) return undefined;
    const send = (): void => {
      const change = sending.has(project) ? undefined : watchlists.pending(project);
      if (!change) return;
      sending.add(project);
      // What did not reach the device stays in this browser, and is sent with the next change or visit.
      void changeStars(client, project, change)
        .catch(() => undefined)
        .finally(() => sending.delete(project));
    };
    send();
    return watchlists.subscribe(send);
  }, [client, project, device, may]);
}
