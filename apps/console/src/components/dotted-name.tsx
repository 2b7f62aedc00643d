/** A channel's name, which may break after its dots, and after the underscores of long parts, and nowhere else. */
import type { ReactNode } from "react";

/** Shorter parts stay whole. */
const LONG = 24;

export function DottedName({ name }: { name: string }): ReactNode {
  const [first = "", ...rest] = name
    .split(/(?<=\.)/)
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
