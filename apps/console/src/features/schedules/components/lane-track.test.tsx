import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { LaneTrack } from "./lane-track.tsx";

it("keeps where a quick finger let a time go, though nothing was drawn since it was pressed", () => {
  Object.assign(HTMLElement.prototype, { setPointerCapture: vi.fn() });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(1440);
  const onChange = vi.fn();
  render(
    <LaneTrack
      name="Montag"
      edges={[{ at: 1110, value: true }]}
      bands={[]}
      values={[true]}
      unit={undefined}
      sun={undefined}
      onChange={onChange}
    />,
  );
  const edge = screen.getByRole("slider").parentElement;
  act(() => {
    for (const [type, clientY] of [
      ["pointerdown", 500],
      ["pointermove", 470],
      ["pointermove", 440],
      ["pointerup", 440],
    ] as const)
      edge?.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientY }));
  });
  expect(onChange).toHaveBeenLastCalledWith([{ at: 1050, value: true }], true);
  expect(onChange).toHaveBeenCalledTimes(3);
});
