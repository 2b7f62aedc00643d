/** Blocks that only show: a value, a list, a schedule, a text. */
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import { type Plan, useSchedule } from "../api/pages.ts";
import { nameOf, shownValue } from "../model/shown-value.ts";
import { useLabel } from "../model/use-label.ts";
import { BlockFrame } from "./block-frame.tsx";
import type { BlockProps } from "./block-props.ts";
import classes from "./blocks.module.css";
import { PresentValue } from "./present-value.tsx";

/** What scrolls must be reachable by keyboard (WCAG 2.1.1). */
const FOCUSABLE = { tabIndex: 0 } as const;

export function ValueBlock({ block, values: { loaded, store } }: BlockProps) {
  const chan = block.source ?? "";
  const label = useLabel(store, chan);
  return (
    <BlockFrame name={nameOf(block, label)} kind="value">
      <PresentValue store={store} chan={chan} words={block} loaded={loaded} />
    </BlockFrame>
  );
}

/** A set point or switch where nothing can be set: what is, and what it is set to. */
export function SetBlock({ block, values: { loaded, store } }: BlockProps) {
  const chan = block.source ?? "";
  const name = nameOf(block, useLabel(store, chan));
  const parts = [
    ...(block.actual === undefined ? [] : [[texts.actual, block.actual] as const]),
    [texts.blocks[block.block], chan] as const,
  ];
  return (
    <BlockFrame name={name} kind="value">
      <div className={classes["pair"]}>
        {parts.map(([caption, of]) => (
          <div key={caption} className={classes["actual"]}>
            <span className={layout["muted"]}>{caption}</span>
            <PresentValue store={store} chan={of} words={block} loaded={loaded} />
          </div>
        ))}
      </div>
    </BlockFrame>
  );
}

export function ListBlock({ block, values: { loaded, store } }: BlockProps) {
  const { channels, total } = block;
  return (
    <BlockFrame name={nameOf(block, block.source)} kind="list">
      <ul className={classes["list"]} aria-label={nameOf(block, block.source)} {...FOCUSABLE}>
        {channels.map((chan) => (
          <ListRow key={chan} chan={chan} block={block} values={{ loaded, store }} />
        ))}
      </ul>
      {total > channels.length ? (
        <p className={classes["quality"]}>{texts.more200(channels.length, total)}</p>
      ) : null}
    </BlockFrame>
  );
}

function ListRow({ chan, ...props }: BlockProps & { chan: string }) {
  const { loaded, store } = props.values;
  const label = useLabel(store, chan);
  return (
    <li className={classes["row"]}>
      <span className={classes["rowName"]} title={chan}>
        {label ?? chan}
      </span>
      <PresentValue store={store} chan={chan} words={props.block} loaded={loaded} size="plain" />
    </li>
  );
}

export function ScheduleBlock({ block }: BlockProps) {
  const query = useSchedule(block.source ?? "");
  return (
    <BlockFrame name={nameOf(block, query.data?.label)} kind="schedule">
      <QueryState query={query} loading={<span className={classes["quality"]}>{"\u00a0"}</span>}>
        {(plan) =>
          plan ? (
            <PlanNow plan={plan} block={block} />
          ) : (
            <span className={classes["quality"]}>{texts.schedule.missing}</span>
          )
        }
      </QueryState>
    </BlockFrame>
  );
}

function PlanNow({ block, plan }: Pick<BlockProps, "block"> & { plan: Plan }) {
  const [next] = plan.next;
  return (
    <>
      <span className={classes["number"]} data-quality={0}>
        {shownValue(plan.value, block)}
      </span>
      <span className={classes["quality"]}>{plan.why}</span>
      <span className={classes["quality"]}>
        {next
          ? texts.schedule.next(formatMoment(next.at), shownValue(next.value, block))
          : texts.schedule.noNext}
      </span>
    </>
  );
}

export function TextBlock({ block }: BlockProps) {
  return <p className={classes["text"]}>{block.label}</p>;
}
