import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Sparkline } from "./sparkline.tsx";

const NOW = 1_000_000_000;

it.each([
  [1_200_000, 0],
  [120_000, 0],
  [30_000, 60],
])("fills its width with a course of %i ms, as if of a minute at least", (age, begin) => {
  const points = [
    [NOW - age, 1],
    [NOW - age / 2, 2],
  ] as const;
  const drawn = renderToStaticMarkup(<Sparkline points={points} until={NOW} />);
  expect(Number(/d="M([\d.]+)/.exec(drawn)?.[1])).toBe(begin);
});

it("draws no speck", () => {
  const points = [[NOW - 2_000, 1]] as const;
  expect(renderToStaticMarkup(<Sparkline points={points} until={NOW} />)).toBe("");
});
