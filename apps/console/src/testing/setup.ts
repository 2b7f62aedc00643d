/** What jsdom lacks and the components need; and a clean page after each test. */
import "../lib/jitless.ts";
import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

vi.stubGlobal(
  "matchMedia",
  (
    media: string,
  ): Pick<MediaQueryList, "media" | "matches" | "addEventListener" | "removeEventListener"> => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
);
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

afterEach(() => {
  cleanup();
  localStorage.clear();
});
