/** A channel's name, which may break after its dots and nowhere else. */
import type { ReactNode } from "react";

export function DottedName({ name }: { name: string }): ReactNode {
  const [first = "", ...rest] = name.split(".");
  return rest.reduce<ReactNode>(
    (before, part) => (
      <>
        {before}.<wbr />
        {part}
      </>
    ),
    first,
  );
}
