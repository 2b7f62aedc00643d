/** The last lines of the log that name the channel. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import layout from "../../../../components/layout.module.css";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { QueryState } from "../../../../components/query-state.tsx";
import { formatDateTime } from "../../../../lib/format.ts";
import { traceTexts } from "../../../../texts/index.ts";
import { channelLogQuery } from "../../api/definition.ts";
import classes from "./channel.module.css";

const texts = traceTexts.details.log;

export function ChannelLog({ chan }: { chan: string }) {
  const query = useQuery(channelLogQuery(chan));
  return (
    <section aria-label={texts.title}>
      <h3 className={classes["heading"]}>{texts.title}</h3>
      <QueryState
        query={query}
        loading={<LoadingState shape="lines" />}
        empty={(lines) => lines.length === 0}
        emptyState={{ title: texts.none }}
      >
        {(lines) => (
          <ul className={classes["lines"]}>
            {lines.map(({ n, ts, level, msg }) => (
              <li key={n} data-level={level}>
                <span className={layout["muted"]}>{formatDateTime(ts)}</span> {msg}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <Link to="/runtime/logging" search={{ filter: chan }}>
        {texts.all}
      </Link>
    </section>
  );
}
