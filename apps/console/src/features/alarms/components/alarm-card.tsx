/** One alarm: what is wrong and since when, what to do, who has it. */

import { traceWhy } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useMay } from "../../../api/info.ts";
import { whyQuery } from "../../../api/why.ts";
import { DottedName } from "../../../components/dotted-name.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { CauseText } from "../../../components/why/why-box.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import type { Alarm } from "../api/alarms.ts";
import { type Current, useRecorded } from "../api/channels.ts";
import { causeOf, isOfDevice, priorityTone, priorityWord, valuesText } from "../model/words.ts";
import classes from "./alarm-card.module.css";

const { facts } = texts;

export interface CardAction {
  label: string;
  /** For those who hear the buttons. */
  name: string;
  /** The one that is meant first. */
  first?: boolean;
  run: () => Promise<void> | void;
}

export interface AlarmCardProps {
  alarm: Alarm;
  /** Its channel now. */
  current: Current | undefined;
  /** Whether channels were asked for. */
  known: boolean;
  nameOf: (id: string) => string;
  actions: readonly CardAction[];
}

export function AlarmCard({ alarm, current, known, nameOf, actions }: AlarmCardProps) {
  const id = useId();
  const cause = causeOf(alarm, current, nameOf);
  const { acked, comment, shelved } = alarm;
  const lost =
    known && !isOfDevice(alarm) && (current === undefined || current.quality !== 0 || current.count === 0);
  const mayAsk = useMay(traceWhy);
  const { data: why } = useQuery({
    ...whyQuery(alarm.source),
    enabled: mayAsk && lost && cause === undefined,
  });
  return (
    <li className={classes["card"]} data-priority={alarm.priority}>
      <article aria-labelledby={id}>
        <div className={classes["marks"]}>
          <StatusBadge tone={priorityTone(alarm.priority)}>{priorityWord(alarm.priority)}</StatusBadge>
          <span className={classes["state"]}>{texts.states[alarm.state]}</span>
          <span className={classes["since"]}>
            <RelativeTime ms={alarm.since} />
          </span>
        </div>
        <h2 className={classes["text"]} id={id}>
          {alarm.text}
        </h2>
        <dl className={classes["facts"]}>
          <Fact label={facts.action} strong>
            {alarm.action}
          </Fact>
          <Fact label={facts.value}>{isOfDevice(alarm) ? undefined : valuesText(alarm, current, known)}</Fact>
          <Fact label={facts.cause}>{cause ?? (why?.cause && <CauseText cause={why.cause} />)}</Fact>
          <Fact label={facts.acked}>{acked && <By {...acked} />}</Fact>
          <Fact label={facts.shelved}>
            {shelved && texts.shelvedUntil(formatDateTimeShort(shelved.until), shelved.by, shelved.why)}
          </Fact>
          <Fact label={facts.comment}>
            {comment && (
              <>
                {comment.text}{" "}
                <span className={classes["by"]}>
                  (<By {...comment} />)
                </span>
              </>
            )}
          </Fact>
          <Fact label={facts.channel}>
            {isOfDevice(alarm) ? (
              <Link to="/">{texts.device}</Link>
            ) : (
              <Link to="/runtime/debug" search={{ open: alarm.source }} title={texts.debug(alarm.source)}>
                {alarm.label === undefined ? <DottedName name={alarm.source} /> : alarm.label}
              </Link>
            )}
          </Fact>
        </dl>
        <div className={classes["actions"]}>
          {actions.map((action) => (
            <ActionButton key={action.label} {...action} />
          ))}
        </div>
        <More alarm={alarm} />
      </article>
    </li>
  );
}

function ActionButton({ label, name, first, run }: CardAction) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      variant={first ? "filled" : "default"}
      aria-label={name}
      loading={busy}
      onClick={() => {
        setBusy(true);
        void Promise.resolve(run()).finally(() => setBusy(false));
      }}
    >
      {label}
    </Button>
  );
}

function Fact({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  if (children === undefined || children === "") return null;
  return (
    <div className={classes["fact"]} data-strong={strong}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const By = ({ at, by }: { at: number; by: string }) => texts.by(by, formatDateTimeShort(at));

/** What is seldom asked for, and links on: loaded when it is opened. */
function More({ alarm }: { alarm: Alarm }) {
  const [open, setOpen] = useState(false);
  const recorded = useRecorded(alarm.source, open && !isOfDevice(alarm));
  const { cleared, told } = alarm;
  return (
    <details className={classes["more"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.more}</summary>
      <dl className={classes["facts"]}>
        <Fact label={facts.since}>{formatDateTimeShort(alarm.since)}</Fact>
        <Fact label={facts.cleared}>{cleared && formatDateTimeShort(cleared)}</Fact>
        <Fact label={facts.told}>{told && texts.toldTimes(told.count, formatDateTimeShort(told.at))}</Fact>
        <Fact label={facts.class}>{alarm.class}</Fact>
        <Fact label={facts.area}>{alarm.area}</Fact>
        <Fact label={facts.tags}>{alarm.tags?.map((tag) => `#${tag}`).join(" ")}</Fact>
        <Fact label={facts.channel}>
          <DottedName name={alarm.source} />
        </Fact>
        <Fact label={facts.name}>
          <DottedName name={alarm.id} />
        </Fact>
      </dl>
      <p className={classes["links"]}>
        {recorded ? (
          <Link to="/runtime/debug" search={{ tab: "charts", chan: [alarm.source], range: "hour" }}>
            {texts.chart}
          </Link>
        ) : null}
        <Link to="/runtime/alarms" search={{ tab: "history", text: alarm.id }}>
          {texts.ofAlarm}
        </Link>
      </p>
    </details>
  );
}
