/** A write from a block: what was written is shown until the answer came, then what became of it. */
import { useState } from "react";
import { type WriteAnswer, writeChannel } from "../../../api/write-channel.ts";
import { errorText } from "../../../lib/error-text.ts";
import { isUnanswered } from "../../../lib/errors.ts";
import type { ValueStore } from "../../../lib/value-store.ts";
import { pagesTexts } from "../../../texts/index.ts";

const texts = pagesTexts.write;

export interface Outcome {
  tone: "busy" | "ok" | "warn" | "error";
  text: string;
}

export interface Write {
  /** Until the answer: what is being written. */
  pending: { value: unknown } | undefined;
  outcome: Outcome | undefined;
  /** `shown`: the value with its unit. Does not reject. */
  write: (value: unknown, shown: string) => Promise<void>;
}

/** `store`: shows what the answer says until the stream tells more. */
export function useWrite(chan: string, store: Pick<ValueStore, "change">): Write {
  const [pending, setPending] = useState<{ value: unknown }>();
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    pending,
    outcome,
    write: async (value, shown) => {
      setPending({ value });
      setOutcome({ tone: "busy", text: texts.busy(shown) });
      try {
        const answer = await writeChannel(chan, value);
        store.change([answer.after]);
        setOutcome(outcomeOf(answer, shown));
      } catch (error) {
        const { detail, text } = errorText(error);
        const [tone, what] = isUnanswered(error)
          ? (["warn", texts.unknown(shown)] as const)
          : (["error", texts.failed(shown)] as const);
        setOutcome({ tone, text: texts.reason(what, detail ?? text) });
      } finally {
        setPending(undefined);
      }
    },
  };
}

const TONES = { written: "ok", waiting: "warn", refused: "error" } as const;

export function outcomeOf({ reason, state }: Pick<WriteAnswer, "state" | "reason">, shown: string): Outcome {
  const text = texts[state](shown);
  return { tone: TONES[state], text: reason === undefined ? text : texts.reason(text, reason) };
}
