import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePieces } from "./use-pieces.ts";

it("draws a long list piece by piece, at last all of it, and never more", () => {
  const drawn: number[] = [];
  function List({ length }: { length: number }) {
    drawn.push(usePieces(length));
    return null;
  }
  const { rerender } = render(<List length={50} />);
  expect([...new Set(drawn)]).toEqual([10, 20, 30, 40, 50]);
  drawn.length = 0;
  rerender(<List length={3} />);
  expect(new Set(drawn)).toEqual(new Set([3]));
  rerender(<List length={70} />);
  expect(drawn.at(-1)).toBe(70);
});
