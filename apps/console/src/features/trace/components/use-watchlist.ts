/** The watchlist of the running project, with the notices its rules ask for. */
import { LIMITS } from "@hubwart/contract";
import { useCallback, useSyncExternalStore } from "react";
import { useStatus } from "../../../api/info.ts";
import { notice } from "../../../lib/notice.tsx";
import { traceTexts } from "../../../texts/index.ts";
import { watchlists } from "../model/watchlist.ts";
import { useSharedStars } from "./use-shared-stars.ts";

const texts = traceTexts.watch;
const NOTICE = { id: "trace-watchlist" };
const subscribe = (listener: () => void): (() => void) => watchlists.subscribe(listener);
const EMPTY: readonly string[] = [];

export interface Watchlist {
  /** undefined while no project is known. */
  project: string | undefined;
  channels: readonly string[];
  /** Adds, or removes what is there already. */
  toggle: (chan: string) => void;
  remove: (chan: string) => void;
}

export function useWatchlist(): Watchlist {
  const project = useStatus()?.project.id || undefined;
  const channels = useSyncExternalStore(subscribe, () =>
    project === undefined ? EMPTY : watchlists.read(project),
  );
  useSharedStars(project);
  const remove = useCallback(
    (chan: string) => {
      if (project !== undefined) watchlists.remove(project, chan);
    },
    [project],
  );
  const toggle = useCallback(
    (chan: string) => {
      if (project === undefined) return;
      if (watchlists.read(project).includes(chan)) watchlists.remove(project, chan);
      else add(project, chan);
    },
    [project],
  );
  return { project, channels, toggle, remove };
}

function add(project: string, chan: string): void {
  switch (watchlists.add(project, chan)) {
    case "full":
      return notice.warning(texts.full(LIMITS.watchlistMax), NOTICE);
    case "twice":
      return notice.info(texts.twice(chan), NOTICE);
    case "added":
      return notice.success(texts.added(chan), NOTICE);
  }
}
