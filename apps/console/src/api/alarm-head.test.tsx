import type { AlarmHead } from "@hubwart/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useAlarmHead } from "./alarm-head.ts";
import { queryKeys } from "./query-keys.ts";

let live = true;
vi.mock("./use-stream.ts", () => ({ useStream: () => live }));
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function shown() {
  const client = new QueryClient();
  const head: AlarmHead = { state: "watching", worst: [], changes: 1 };
  client.setQueryData(queryKeys.alarmHead, head);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useAlarmHead, { wrapper });
}

it("is what the stream told last, also over a moment without it", () => {
  live = true;
  const { rerender, result } = shown();
  live = false;
  rerender();
  act(() => void vi.advanceTimersByTime(5_000));
  live = true;
  rerender();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current?.state).toBe("watching");
});

it("is unknown once the stream is down, until it is back", () => {
  live = false;
  const { rerender, result } = shown();
  act(() => void vi.advanceTimersByTime(15_000));
  expect(result.current?.state).toBe("unsure");
  live = true;
  rerender();
  expect(result.current?.state).toBe("watching");
});
