/** State and figures of a pod in one strip. Trouble is shown only where there is some. */
import type { ReactNode } from "react";
import type { Pod } from "../../../api/pods.ts";
import { LoadingState } from "../../../components/loading-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { formatMib, formatMoment, formatNumber, formatPercent, NOTHING } from "../../../lib/format.ts";
import { podsTexts } from "../../../texts/index.ts";
import { PodState, startText } from "./pod-badges.tsx";
import classes from "./pod-status-box.module.css";

const texts = podsTexts.status;

/** Without a pod the place is kept free. */
export function PodStatusBox({ pod }: { pod: Pod | undefined }) {
  return (
    <section className={classes["box"]} aria-label={texts.title}>
      {pod === undefined ? <LoadingState lines={3} /> : <Facts pod={pod} />}
    </section>
  );
}

function Facts({ pod }: { pod: Pod }) {
  const { running, started, starts, stat, counters, label, error, peer, since, last_value: last } = pod;
  return (
    <>
      <div className={classes["head"]}>
        <span className={classes["state"]}>
          <PodState pod={pod} />
        </span>
        {since > 0 ? <span className={classes["since"]}>{texts.since(formatMoment(since))}</span> : null}
        {peer === undefined ? null : (
          <span className={classes["peer"]} title={texts.peer}>
            {peer}
          </span>
        )}
      </div>
      {label === "" ? null : <p className={classes["label"]}>{label}</p>}
      <dl className={classes["strip"]}>
        <Fact label={texts.start}>{startText(pod.internal)}</Fact>
        <Fact label={texts.started}>
          <RelativeTime ms={started * 1_000} />
        </Fact>
        <Fact label={texts.starts}>{formatNumber(starts)}</Fact>
        <Fact label={texts.memory}>{running ? formatMib(stat.memory) : NOTHING}</Fact>
        <Fact label={texts.cpu}>{running ? formatPercent(stat.cpu) : NOTHING}</Fact>
        <Fact label={texts.lastValue}>
          <RelativeTime ms={last} />
        </Fact>
        <Fact label={texts.in}>{formatNumber(counters.in)}</Fact>
        <Fact label={texts.out}>{formatNumber(counters.out)}</Fact>
        {counters.coalesced === 0 ? null : (
          <Fact label={texts.coalesced}>{formatNumber(counters.coalesced)}</Fact>
        )}
        {counters.failed === 0 ? null : (
          <Fact label={texts.failed} tone="warn">
            {formatNumber(counters.failed)}
          </Fact>
        )}
      </dl>
      {error === undefined ? null : <p className={classes["error"]}>{error}</p>}
    </>
  );
}

function Fact({ label, tone, children }: { label: string; tone?: "warn"; children: ReactNode }) {
  return (
    <div className={classes["fact"]}>
      <dt className={classes["name"]}>{label}</dt>
      <dd className={classes["value"]} data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}
