import { partsOf } from "../model/highlight.ts";

/** A text with what was searched for marked. */
export function Highlighted({ text, search }: { text: string; search: string }) {
  return partsOf(text, search).map(({ text: part, found, at }) =>
    found ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
  );
}
