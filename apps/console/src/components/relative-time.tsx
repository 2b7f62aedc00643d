import { formatDateTime, NOTHING } from "../lib/format.ts";
import { useRelativeTime } from "../lib/use-now.ts";

/** "vor 5 Minuten", with the exact time as title. `ms` since the epoch; 0 is shown as a dash. */
export function RelativeTime({ ms }: { ms: number }) {
  const text = useRelativeTime(ms);
  if (!(ms > 0)) return NOTHING;
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatDateTime(ms)}>
      {text}
    </time>
  );
}
