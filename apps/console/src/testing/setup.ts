/** What jsdom lacks and the components need; and a clean page after each test. */
import "../lib/jitless.ts";
import { notifications } from "@mantine/notifications";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

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

// The tests before, also of another file, may have said something last.
beforeEach(() => notifications.clean());

afterEach(() => {
  cleanup();
  localStorage.clear();
});
