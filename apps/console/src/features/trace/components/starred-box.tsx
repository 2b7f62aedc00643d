/** Channels with a star, for the status page: their values as they change and the last ten minutes. */
import { IconStar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useChannelCourses } from "../../../api/course.ts";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Sparkline } from "../../../components/sparkline.tsx";
import { traceTexts } from "../../../texts/index.ts";
import { watchedQuery } from "../api/channels.ts";
import { useLiveChannels } from "../api/live.ts";
import { listed, type Watched } from "../model/watched.ts";
import { QualityCell, ValueCell } from "./cells.tsx";
import classes from "./starred-box.module.css";
import { useWatchlist } from "./use-watchlist.ts";

const texts = traceTexts.starred;
/** More would push what follows off the screen. */
const SHOWN = 8;

export function StarredBox() {
  const { channels } = useWatchlist();
  const shown = channels.slice(0, SHOWN);
  const options = watchedQuery(shown);
  const query = useQuery(options);
  const { data } = query;
  useLiveChannels(options.queryKey, data?.records);
  const courses = useChannelCourses(shown, "starred").data;
  if (shown.length === 0) return null;
  const tiles = (
    <ul className={classes["tiles"]}>
      {listed(shown, data?.records ?? [], courses).map((row) => (
        <Tile key={row.chan} row={row} known={data !== undefined} />
      ))}
    </ul>
  );
  return (
    <InfoBox title={texts.title} icon={IconStar}>
      <QueryState query={query} loading={tiles}>
        {() => tiles}
      </QueryState>
      <p className={classes["all"]}>
        <Link to="/runtime/debug" search={{ tab: "watchlist" }}>
          {texts.all(channels.length)}
        </Link>
      </p>
    </InfoBox>
  );
}

function Tile({ row: { chan, record, points, until }, known }: { row: Watched; known: boolean }) {
  return (
    <li className={classes["tile"]}>
      <Link
        className={classes["name"]}
        to="/runtime/debug"
        search={{ tab: "watchlist", open: chan }}
        title={chan}
      >
        {record?.details?.label ?? chan}
      </Link>
      <span className={classes["value"]}>
        {record ? <ValueCell {...record} /> : known ? traceTexts.missing : "\u00a0"}
      </span>
      <span className={classes["course"]}>
        {points && points.length > 0 ? <Sparkline points={points} until={until} /> : null}
      </span>
      <span className={classes["age"]}>
        {record && (record.quality !== 0 || record.count === 0) ? (
          <QualityCell {...record} />
        ) : (
          <RelativeTime ms={record?.last ?? 0} />
        )}
      </span>
    </li>
  );
}
