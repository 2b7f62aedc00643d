/** Why a channel has its value: the cause with its time, what to do about it, and the way back to it. */

import type { AnswerOf, traceWhy } from "@hubwart/contract";
import { Link } from "@tanstack/react-router";
import { formatMoment } from "../../lib/format.ts";
import { whyTexts as texts } from "../../texts/index.ts";
import { LoadingState } from "../loading-state.tsx";
import { QueryState, type QueryStateProps } from "../query-state.tsx";
import { MendLink } from "./mend-link.tsx";
import classes from "./why.module.css";

export type Why = AnswerOf<typeof traceWhy>;

export interface WhyBoxProps {
  query: QueryStateProps<Why>["query"];
  /** Opens a channel where one is; absent: the debugger does. */
  onOpen?: (chan: string) => void;
  /** `h2` right below the page's title; `h3` in a drawer or dialog, which has a title of its own. */
  heading: "h2" | "h3";
}

export function WhyBox({ heading: Heading, query, onOpen }: WhyBoxProps) {
  return (
    <section aria-label={texts.title} className={classes["box"]} data-state={toneOf(query.data)}>
      <Heading className={classes["title"]}>{texts.title}</Heading>
      <QueryState query={query} loading={<LoadingState lines={2} shape="lines" />}>
        {(why) => <Explained why={why} onOpen={onOpen} />}
      </QueryState>
    </section>
  );
}

/** The cause in one line. */
export function CauseText({ cause: { before, since, text } }: { cause: NonNullable<Why["cause"]> }) {
  const times = [
    ...(since === undefined ? [] : [texts.since(formatMoment(since))]),
    ...(before === undefined ? [] : [texts.before(before)]),
  ];
  return (
    <>
      {text}
      {times.length === 0 ? null : <span className={classes["times"]}> {times.join(", ")}</span>}
    </>
  );
}

function Explained({ why, onOpen }: { why: Why; onOpen: WhyBoxProps["onOpen"] }) {
  const { cause, chan, more, others, skipped, steps, text } = why;
  const half = Math.ceil(steps.length / 2);
  return (
    <>
      <p className={classes["cause"]}>{cause ? <CauseText cause={cause} /> : text}</p>
      {cause ? (
        <p className={classes["mend"]}>
          <strong>{texts.mend}:</strong> {cause.mend}{" "}
          <MendLink place={cause.place} chan={chan} onOpen={onOpen} />
        </p>
      ) : null}
      {others > 0 ? (
        <details className={classes["fold"]}>
          <summary>{texts.others(others)}</summary>
          <ul>
            {more.map(({ id, since, text: each }) => (
              <li key={id}>
                {each}
                {since === undefined ? null : (
                  <span className={classes["times"]}> {texts.since(formatMoment(since))}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <details className={classes["fold"]}>
        <summary>{texts.way(steps.length + skipped)}</summary>
        <ol className={classes["way"]}>
          {steps.map((step, place) => (
            <li key={`${step.kind} ${step.id}`} data-fine={step.fine}>
              {skipped > 0 && place === half ? (
                <span className={classes["times"]}>{texts.skipped(skipped)} </span>
              ) : null}
              <Step step={step} here={chan} onOpen={onOpen} />
              {step.since === undefined ? null : (
                <span className={classes["times"]}> {formatMoment(step.since)}</span>
              )}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

interface StepProps {
  step: Why["steps"][number];
  here: string;
  onOpen: WhyBoxProps["onOpen"];
}

function Step({ here, onOpen, step: { id, kind, text } }: StepProps) {
  if (kind !== "channel" || id === here || !onOpen) return text;
  return (
    <Link
      to="/runtime/debug"
      search={{ open: id }}
      onClick={(event) => {
        event.preventDefault();
        onOpen(id);
      }}
    >
      {text}
    </Link>
  );
}

function toneOf(why: Why | undefined): string {
  if (!why?.cause) return "fine";
  return why.state === "bad" || why.state === "never" || why.state === "refused" || why.state === "off"
    ? "bad"
    : "doubt";
}
