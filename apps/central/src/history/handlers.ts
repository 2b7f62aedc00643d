/** The calls about recorded values of sites. */
import { InvalidInputError } from "@hubwart/core";
import { MOST_HISTORY_SITES } from "@hubwart/fleet";
import type { CentralHandlers } from "../http/edge.ts";
import { isChosen } from "../register/chosen.ts";
import type { Sites } from "../register/sites.ts";
import { texts } from "../texts.ts";
import type { HistoryReader } from "./reader.ts";
import type { SiteHistory } from "./site-history.ts";

export interface HistoryHandlerParts {
  sites: Pick<Sites, "all" | "get">;
  history: SiteHistory;
  reader: HistoryReader;
}

/** ms for all sites of a question. */
const WITHIN_MS = 15_000;
const MOST_CHANNELS = 20_000;
const MOST_DAYS = 3_660;
const DAY_MS = 86_400_000;
/** Widths that people read, ms. */
const STEPS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 21_600, 86_400, 604_800].map((s) => s * 1_000);

export function historyHandlers({
  history,
  reader,
  sites,
}: HistoryHandlerParts): Pick<CentralHandlers, "centralHistory" | "centralHistoryOf"> {
  return {
    centralHistory: async ({ query: { channel, from, points, to, ...chosen } }) => {
      if (!(from < to && to - from <= MOST_DAYS * DAY_MS))
        throw new InvalidInputError([{ field: "to", message: texts.historySpan }]);
      // Also those that were locked out: what they recorded is here.
      const wanted = sites.all().filter((site) => isChosen(site, chosen));
      if (wanted.length > MOST_HISTORY_SITES)
        throw new InvalidInputError([{ field: "tag", message: texts.historySites(MOST_HISTORY_SITES) }]);
      const asked: { hub: string; files: string[] }[] = [];
      for (const { hub } of wanted) {
        const files = await history.files(hub, from, to);
        if (files.length > 0) asked.push({ hub, files });
      }
      const step = STEPS.find((width) => width * points >= to - from) ?? STEPS.at(-1) ?? DAY_MS;
      const found = await reader.ask({
        do: "chart",
        sites: asked,
        channel,
        from,
        to,
        step,
        within: WITHIN_MS,
      });
      return {
        step,
        series: found.flatMap(({ hub, points: drawn = [], unread }) =>
          drawn.length > 0 || unread > 0
            ? [{ hub, name: sites.get(hub)?.name ?? "", points: drawn, unread }]
            : [],
        ),
        left: found.filter((one) => one.points === undefined).length,
      };
    },
    centralHistoryOf: async ({ query: { hub } }) => {
      const [span, newest] = [await history.span(hub), await history.newest(hub)];
      if (!span || newest === undefined) return { channels: [] };
      return { span, channels: await reader.ask({ do: "channels", files: [newest], most: MOST_CHANNELS }) };
    },
  };
}
