import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { leavePage } from "../../../lib/leave-page.ts";
import { render } from "../../../testing/render.tsx";
import { GoThere } from "./go-there.tsx";

vi.mock("../../../lib/leave-page.ts", () => ({ leavePage: vi.fn() }));
// The clocks of the page are shared by the tests, and time only goes on.
let start = Date.now();
beforeEach(() => {
  start += 60_000;
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(leavePage).mockReset();
});

const THERE = "https://10.0.0.1/system/network?tab=network";
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("leads to the new address once the moment has passed, and only once", () => {
  render(<GoThere address="https://10.0.0.1" />);
  expect(screen.getByText("Weiter zur neuen Adresse in 8 Sekunden.")).toBeTruthy();
  pass(7_000);
  expect(leavePage).not.toHaveBeenCalled();
  pass(5_000);
  expect(vi.mocked(leavePage).mock.calls).toEqual([[THERE]]);
});

it("stays where one wants to stay, and goes when one asks for it", () => {
  render(<GoThere address="https://10.0.0.1" />);
  fireEvent.click(screen.getByRole("button", { name: "Hier bleiben" }));
  pass(20_000);
  expect(leavePage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Jetzt öffnen" }));
  expect(vi.mocked(leavePage).mock.calls).toEqual([[THERE]]);
});
