import type { AlarmHead } from "@hubwart/contract";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { render } from "../../../testing/render.tsx";
import { AlarmBell } from "./alarm-bell.tsx";

let head: AlarmHead | undefined;
vi.mock("../../../api/alarm-head.ts", () => ({ useAlarmHead: () => head }));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, children, ...rest }: { to: string; children: React.ReactNode }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
}));
afterEach(() => {
  head = undefined;
});

const counts = (unacked: number) => ({
  priorities: [0, 0, unacked, 0] as [number, number, number, number],
  unacked,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
});
const bell = (state: AlarmHead["state"], unacked?: number) => {
  head = { state, worst: [], changes: 1, ...(unacked === undefined ? {} : { counts: counts(unacked) }) };
  render(<AlarmBell />);
};

it.each([
  [1, "1 nicht quittierte Meldung", "1"],
  [7, "7 nicht quittierte Meldungen", "7"],
  [250, "250 nicht quittierte Meldungen", "99+"],
])("tells %i by name and number, and leads to the page", (unacked, name, shown) => {
  bell("watching", unacked);
  const link = screen.getByRole("link", { name });
  expect(link.textContent).toBe(shown);
  expect(link.getAttribute("href")).toBe("/runtime/alarms");
});

it("says that there are none", () => {
  bell("watching", 0);
  expect(screen.getByRole("link", { name: "Keine nicht quittierte Meldung" }).textContent).toBe("");
});

it("says that nobody knows while nobody watches, and what was last known", () => {
  bell("unsure", 3);
  expect(screen.getByRole("link", { name: "Meldungen: zuletzt 3 nicht quittiert" }).textContent).toBe("3");
});

it("does not say that there are none while nobody watches", () => {
  bell("unsure", 0);
  expect(screen.getByRole("link", { name: "Meldungen: Stand unbekannt" }).textContent).toBe("?");
});

it.each(["none", "no_project"] as const)("is not there where nothing can stand: %s", (state) => {
  bell(state);
  expect(screen.queryByRole("link")).toBeNull();
});

it("is not there before anybody has said anything", () => {
  render(<AlarmBell />);
  expect(screen.queryByRole("link")).toBeNull();
});
