/** What came out of a run, in words. Each outcome is told apart by its words, not by its colour. */
import type { Tone } from "../../../components/status-badge.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { Outcome, RunMode } from "./run-state.ts";
import type { Runtime } from "./watch-runtime.ts";

const texts = projectTexts.run.outcome;

export interface SummaryText {
  tone: Tone;
  badge: string;
  title: string;
  text: string;
}

/** `runtime` is there for what was applied with a restart. */
export function summaryText(
  mode: RunMode,
  { kind, answer }: Outcome,
  runtime: Runtime | undefined,
): SummaryText {
  switch (kind) {
    case "identical":
      return say("info", texts.identical, texts.identical[mode]);
    case "valid":
      return say("ok", texts.valid, answer.restart ? texts.valid.restart : texts.valid.noRestart);
    case "unchanged":
      return say("ok", texts.unchanged, texts.unchanged.text);
    case "applied":
      return runtimeText(runtime ?? { kind: "waiting" });
    case "invalid":
      return say("error", texts.invalid, answer.message ?? texts.invalid[mode]);
    case "put_back":
      // The appliance's sentence begins with what the headline says.
      return say("error", texts.put_back, (answer.message ?? "").replace(texts.put_back.title, "").trim());
    case "not_started":
      return say("error", texts.not_started, answer.message ?? "");
    case "refused":
      return say("error", texts.refused, answer.message ?? "");
    default:
      return kind satisfies never;
  }
}

function runtimeText({ kind }: Runtime): SummaryText {
  const { text } = texts[kind];
  switch (kind) {
    case "waiting":
      return say("info", texts.waiting, text);
    case "finished":
      return say("ok", texts.finished, text);
    case "invalid_pod":
    case "errors":
    case "unlicensed":
    case "unknown":
      return say("warn", texts[kind], text);
    default:
      return kind satisfies never;
  }
}

function say(tone: Tone, { badge, title }: { badge: string; title: string }, text: string): SummaryText {
  return { tone, badge, title, text };
}
