// Runs apart: what was said last stays.
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announce, useAnnounce } from "../lib/announce.ts";
import { render } from "../testing/render.tsx";
import { LiveRegion } from "./live-region.tsx";

const region = () => screen.getByRole("status");
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await pass(60_000);
  vi.useRealTimers();
});

it("is there, and silent, before anything is said", () => {
  render(<LiveRegion />);
  expect(region().textContent).toBe("");
});

it("says in one go what comes together, and forgets it", async () => {
  render(<LiveRegion />);
  const before = region();
  announce("Datei gewählt.");
  announce("Nur die erste zählt.");
  announce("Datei gewählt.");
  announce("");
  await pass(60);
  expect(region()).toBe(before);
  expect(region().textContent).toBe("Datei gewählt. Nur die erste zählt.");
  await pass(8_000);
  expect(region().textContent).toBe("");
});

it("says the same again as something new", async () => {
  render(<LiveRegion />);
  announce("Fertig.");
  await pass(60);
  const first = region().firstElementChild;
  announce("Fertig.");
  await pass(60);
  expect(region().textContent).toBe("Fertig.");
  expect(region().firstElementChild).not.toBe(first);
});

function Teller({ text, after }: { text: string; after?: number }) {
  useAnnounce(text, after);
  return null;
}

it("follows a text, and keeps quiet about what is over soon", async () => {
  const { rerender } = render(
    <>
      <LiveRegion />
      <Teller text="Wird geladen …" after={1_000} />
    </>,
  );
  await pass(900);
  rerender(
    <>
      <LiveRegion />
      <Teller text="" after={1_000} />
    </>,
  );
  await pass(1_000);
  expect(region().textContent).toBe("");
  rerender(
    <>
      <LiveRegion />
      <Teller text="Wird geladen …" after={1_000} />
    </>,
  );
  await pass(1_100);
  expect(region().textContent).toBe("Wird geladen …");
  rerender(<LiveRegion />);
  await pass(0);
  expect(region().textContent).toBe("");
  rerender(
    <>
      <LiveRegion />
      <Teller text="3 Einträge" />
    </>,
  );
  await pass(60);
  expect(region().textContent).toBe("3 Einträge");
});
