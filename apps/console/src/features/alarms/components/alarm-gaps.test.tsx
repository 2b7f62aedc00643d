import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { NothingStands, noAlarms, UnsureNote } from "./alarm-gaps.tsx";

it("says that nothing stands only when the engine watches and was asked just now", () => {
  render(<NothingStands sure alarms={312} />);
  expect(screen.getByText("Keine Meldung steht an")).toBeTruthy();
  expect(screen.getByText("Alle 312 Meldungen des Projekts werden überwacht.")).toBeTruthy();
});

it("says otherwise that nobody knows", () => {
  render(<NothingStands sure={false} alarms={312} />);
  expect(screen.queryByText("Keine Meldung steht an")).toBeNull();
  expect(screen.getByText("Zuletzt stand keine Meldung an")).toBeTruthy();
});

it("says why nobody watches, and that what is shown is old", () => {
  render(<UnsureNote state="unsure" trouble="Der Prozess startet nicht." />);
  expect(screen.getByRole("alert").textContent).toContain(
    "Der Prozess startet nicht. Was hier steht, kann veraltet sein.",
  );
});

it("has no such note while all is watched", () => {
  render(<UnsureNote state="watching" />);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("hides nothing of a project that has alarms, also while nobody watches them", () => {
  expect(noAlarms("watching")).toBeUndefined();
  expect(noAlarms("unsure")).toBeUndefined();
  expect(noAlarms("none")).toBeDefined();
  expect(noAlarms("no_project")).toBeDefined();
});
