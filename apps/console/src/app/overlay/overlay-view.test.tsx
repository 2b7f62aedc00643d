import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { OVERLAY_CODES, overlay } from "../../overlay/overlay-store.ts";
import { render } from "../../testing/render.tsx";
import { OverlayView } from "./overlay-view.tsx";

afterEach(() => {
  act(() => overlay.clear());
  vi.useRealTimers();
});

it("covers nothing when there is nothing to wait for", () => {
  render(<OverlayView />);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it.each([
  ["restarting", 101, "Neustart läuft"],
  ["updating", 102, "Update läuft"],
  ["restoring", 103, "Wiederherstellung läuft"],
] as const)("%s has code %i and says so", (kind, code, title) => {
  render(<OverlayView />);
  act(() => overlay.restart(kind));
  expect(OVERLAY_CODES[kind]).toBe(code);
  expect(screen.getByRole("alertdialog", { name: title })).toBe(document.activeElement);
});

it("shows what is waited for, and uncovers the page", () => {
  render(<OverlayView />);
  act(() => overlay.wait());
  expect(screen.getByRole("alertdialog", { name: "Bitte warten …" })).toBeTruthy();
  act(() => overlay.clear());
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("admits after three minutes that a restart takes too long", () => {
  vi.useFakeTimers();
  render(<OverlayView />);
  act(() => overlay.restart("restarting"));
  expect(screen.queryByText(/länger als üblich/)).toBeNull();
  act(() => void vi.advanceTimersByTime(181_000));
  expect(screen.getByText(/länger als üblich/)).toBeTruthy();
  expect(screen.getByText("Vergangene Zeit: 3 Min. 1 s")).toBeTruthy();
});
