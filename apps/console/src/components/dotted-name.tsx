/** The name of a channel, a file or a topic, or a fingerprint: breaks after dots, slashes and colons, and after the underscores of long parts. */
import type { ReactNode } from "react";

/** Shorter parts stay whole. */
const LONG = 24;

export function DottedName({ name }: { name: string }): ReactNode {
  const [first = "", ...rest] = name
    .split(/(?<=[./:])/)
    .flatMap((part) => (part.length > LONG ? part.split(/(?<=_)/) : [part]));
  return rest.reduce<ReactNode>(
    (before, piece) => (
      <>
        {before}
        <wbr />
        {piece}
      </>
    ),
    first,
  );
}
