import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { useDrag } from "./use-drag.ts";

beforeEach(() => {
  Object.assign(HTMLElement.prototype, { setPointerCapture: vi.fn() });
});

const ended = vi.fn();

function Handles({ gone = false }) {
  const [far, setFar] = useState(0);
  const drag = useDrag(() => ({ tell: (_dx, dy) => setFar(far + dy), end: () => ended() }));
  return (
    <>
      {gone ? null : <button type="button" aria-label="Griff" {...drag} />}
      <button type="button" aria-label="Anderer" value={far} {...drag} />
    </>
  );
}

/** In one piece, as by a quick finger: nothing is drawn in between. */
function point(name: string, ...steps: [type: string, clientY: number, pointerId?: number][]): void {
  const target = screen.getByRole("button", { name });
  act(() => {
    for (const [type, clientY, pointerId = 1] of steps)
      target.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientY, pointerId }));
  });
}
const far = (): string | null => screen.getByRole("button", { name: "Anderer" }).getAttribute("value");

it("tells how far a finger went that is lifted before anything was drawn", () => {
  ended.mockClear();
  render(<Handles />);
  point("Griff", ["pointerdown", 100], ["pointermove", 90], ["pointermove", 60], ["pointerup", 60]);
  expect(far()).toBe("-40");
  expect(ended).toHaveBeenCalledTimes(1);
  point("Griff", ["pointermove", 0], ["pointerup", 0]);
  expect(far()).toBe("-40");
  expect(ended).toHaveBeenCalledTimes(1);
});

it("follows one finger, and not a second", () => {
  ended.mockClear();
  render(<Handles />);
  point("Griff", ["pointerdown", 100], ["pointerdown", 500, 2], ["pointermove", 700, 2]);
  point("Griff", ["pointerup", 700, 2], ["pointermove", 110]);
  expect(far()).toBe("10");
  expect(ended).not.toHaveBeenCalled();
  point("Griff", ["pointercancel", 110]);
  expect(ended).toHaveBeenCalledTimes(1);
});

it("takes another up where the one that was held is no longer on the page", () => {
  const { rerender } = render(<Handles />);
  point("Griff", ["pointerdown", 100]);
  rerender(<Handles gone />);
  point("Anderer", ["pointerdown", 10, 2], ["pointermove", 30, 2]);
  expect(far()).toBe("20");
});
