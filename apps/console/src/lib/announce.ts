/**
 * Texts for people who hear the page. One live region, there from the start, speaks them (`components/live-region.tsx`): a
 * region that comes together with its text stays unheard in several screen readers.
 *
 *     announce("Datei gewählt")                   once, from an event
 *     useAnnounce(pending ? texts.sending : "")   whenever the text becomes another one
 *
 * What interrupts (a failure, the end of a session) is an alert beside what it is about; notices are spoken by their own frame.
 */
import { useEffect, useSyncExternalStore } from "react";

/** What comes within this time is one message, ms. */
const TOGETHER = 60;
/** Then nobody should come across it any more, ms. */
const STAYS = 8_000;

export interface Spoken {
  text: string;
  /** Rises, so that the same text said again is a change. */
  turn: number;
}

let spoken: Spoken = { text: "", turn: 0 };
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function say(text: string): void {
  spoken = { text, turn: spoken.turn + 1 };
  for (const listener of listeners) listener();
}

function speak(): void {
  say(waiting.join(" "));
  waiting = [];
  timer = setTimeout(() => say(""), STAYS);
}

export function announce(text: string): void {
  if (text === "") return;
  if (!waiting.includes(text)) waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(speak, TOGETHER);
}

/** Says `text` when it appears and whenever it changes; `after` ms of quiet, for what is often over at once. */
export function useAnnounce(text: string, after = 0): void {
  useEffect(() => {
    if (text === "") return;
    if (after === 0) {
      announce(text);
      return;
    }
    const wait = setTimeout(() => announce(text), after);
    return () => {
      clearTimeout(wait);
      // It is over: whoever looks into the region must not find it there.
      if (spoken.text === text) say("");
    };
  }, [text, after]);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function useSpoken(): Spoken {
  return useSyncExternalStore(subscribe, () => spoken);
}
