/** The calls about recorded values of sites. */
import { type Clock, InvalidInputError } from "@hubwart/core";
import { MOST_HISTORY_SITES, type SiteHistoryRow, type SiteShown } from "@hubwart/fleet";
import type { CentralHandlers } from "../http/edge.ts";
import type { Groups } from "../register/groups.ts";
import type { Sites } from "../register/sites.ts";
import { texts } from "../texts.ts";
import type { HistoryReader } from "./reader.ts";
import type { SiteHistory } from "./site-history.ts";
import type { ChartTask } from "./tasks.ts";

export interface HistoryHandlerParts {
  clock: Clock;
  groups: Pick<Groups, "get">;
  sites: Pick<Sites, "get" | "shown">;
  history: SiteHistory;
  reader: HistoryReader;
}

/** ms for all sites of a question. */
const WITHIN_MS = 15_000;
const MOST_CHANNELS = 20_000;
/** Sites whose channels are told. */
const MOST_LOOKED_AT = 20;
const MOST_DAYS = 3_660;
const DAY_MS = 86_400_000;
/** Widths that people read, ms. */
const STEPS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 21_600, 86_400, 604_800].map((s) => s * 1_000);

export function historyHandlers({
  clock,
  groups,
  history,
  reader,
  sites,
}: HistoryHandlerParts): Pick<CentralHandlers, "centralHistory" | "centralHistoryOf"> {
  /** Also those that were locked out: what they recorded is here. @throws InvalidInputError, NotFoundError */
  const wanted = ({ group, hub }: { group?: string | undefined; hub?: string | undefined }): SiteShown[] => {
    const matches = group === undefined ? () => true : groups.get(group).matches;
    const at = clock.now();
    const found = sites
      .shown()
      .filter((site) => (hub === undefined || site.hub === hub) && matches(site, at));
    if (found.length > MOST_HISTORY_SITES)
      throw new InvalidInputError([{ field: "group", message: texts.historySites(MOST_HISTORY_SITES) }]);
    return found;
  };
  return {
    centralHistory: async ({ query: { channel, from, points, to, ...chosen } }) => {
      if (!(from < to && to - from <= MOST_DAYS * DAY_MS))
        throw new InvalidInputError([{ field: "to", message: texts.historySpan }]);
      const asked: ChartTask["sites"][number][] = [];
      for (const { hub } of wanted(chosen)) {
        const files = await history.files(hub, from, to);
        const corrections = await history.corrections(hub);
        if (files.length > 0 || corrections.length > 0) asked.push({ hub, files, corrections });
      }
      const step = STEPS.find((width) => width * points >= to - from) ?? STEPS.at(-1) ?? DAY_MS;
      const task = { sites: asked, channel, from, to, step, within: WITHIN_MS };
      const found = await reader.ask({ do: "chart", ...task });
      return {
        step,
        series: found.flatMap(({ corrected, hub, points: drawn = [], unread }) =>
          drawn.length > 0 || unread > 0 || corrected
            ? [
                {
                  hub,
                  name: sites.get(hub)?.name ?? "",
                  points: drawn,
                  unread,
                  ...(corrected && { corrected }),
                },
              ]
            : [],
        ),
        left: found.filter((one) => one.points === undefined).length,
      };
    },
    centralHistoryOf: async ({ query }) => {
      const found: SiteHistoryRow[] = [];
      const newest: string[] = [];
      for (const { hub, name } of wanted(query)) {
        const span = await history.span(hub);
        if (!span) continue;
        found.push({ hub, name, ...span });
        const file = newest.length < MOST_LOOKED_AT ? await history.newest(hub) : undefined;
        if (file !== undefined) newest.push(file);
      }
      const channels = await reader.ask({ do: "channels", files: newest, most: MOST_CHANNELS });
      return { sites: found, channels };
    },
  };
}
