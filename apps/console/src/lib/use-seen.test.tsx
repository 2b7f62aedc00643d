import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { useSeen } from "./use-seen.ts";

// jsdom has none.
afterEach(() => void Reflect.deleteProperty(globalThis, "IntersectionObserver"));

function Probe() {
  const [watch, seen] = useSeen();
  return <p ref={watch}>{seen ? "seen" : "not yet"}</p>;
}

it("waits until it comes into view, once, and watches no longer then", () => {
  let tell: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      disconnect = disconnect;
      observe = vi.fn();
      constructor(callback: typeof tell) {
        tell = callback;
      }
    },
  );
  const { container } = render(<Probe />);
  act(() => tell([{ isIntersecting: false }]));
  expect(container.textContent).toContain("not yet");
  expect(disconnect).not.toHaveBeenCalled();
  act(() => tell([{ isIntersecting: true }]));
  expect(container.textContent).toContain("seen");
  expect(disconnect).toHaveBeenCalled();
});

it("is seen at once by a browser that cannot tell", () => {
  expect(render(<Probe />).container.textContent).toContain("seen");
});
