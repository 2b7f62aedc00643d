import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { HealthBanner } from "./health-banner.tsx";

const WELL = { level: 1 as const, findings: [] };
const title = () => screen.getByRole("heading", { level: 2 }).textContent;

it("says that all is well only when the plant has answered", () => {
  render(<HealthBanner health={WELL} state="unknown" sentence="x" />);
  expect(title()).toBe("Die Anlage wird abgefragt");
});

it.each([
  ["fine", "Alles in Ordnung"],
  ["young", "Die Anlage wird gestartet"],
  ["trouble", "Es gibt Störungen"],
  ["unasked", "Wie es der Anlage geht, ist gerade nicht bekannt"],
] as const)("a plant that is %s: %s", (state, text) => {
  render(<HealthBanner health={WELL} state={state} sentence="x" />);
  expect(title()).toBe(text);
});

it("does not become milder when the appliance has found it too", () => {
  render(<HealthBanner health={{ level: 2, findings: [] }} state="trouble" sentence="x" />);
  expect(title()).toBe("Es gibt Störungen");
});

it("puts what the appliance found first", () => {
  render(<HealthBanner health={{ level: 3, findings: [] }} state="unknown" sentence="x" />);
  expect(title()).toBe("Es liegt ein Fehler vor");
});
