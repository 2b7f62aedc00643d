import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { whyQuery } from "../../api/why.ts";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { renderAt } from "../../testing/render-at.tsx";
import { WhyBox } from "./why-box.tsx";

const shown = (onOpen: (chan: string) => void) =>
  renderAt("/", () => <WhyBox heading="h3" query={useQuery(whyQuery("t.b.out"))} onOpen={onOpen} />);

const BASE = {
  code: 0,
  chan: "t.b.out",
  value: 1,
  quality: 0,
  last: 5,
  count: 3,
  skipped: 0,
  more: [],
  others: 0,
};
const step = (kind: string, id: string, fine = true) => ({ kind, id, text: `${kind} ${id}`, fine });

it("says the cause with its time and values before, and what to do about it", async () => {
  tokenStore.store("token");
  const asked = scriptFetch({
    body: {
      ...BASE,
      state: "never",
      text: "x",
      steps: [step("channel", "t.b.out", false), step("channel", "t.a.x"), step("iface", "t.a/main", false)],
      cause: {
        kind: "refused",
        id: "t.a/main",
        text: "t.a: 10.0.0.1:502 abgelehnt",
        since: new Date(2026, 10, 1, 14, 48).getTime(),
        before: 3,
        mend: "Prüfen Sie den Port.",
        place: { page: "pod", id: "t.a" },
      },
      more: [{ id: "t.c/main", text: "t.c: fort" }],
      others: 4,
    },
  });
  const onOpen = vi.fn();
  shown(onOpen);
  const box = await screen.findByRole("region", { name: "Warum?" });
  await screen.findByText(/10\.0\.0\.1:502 abgelehnt/);
  expect(asked[0]?.url.searchParams.get("chan")).toBe("t.b.out");
  expect(box.textContent).toMatch(/seit .*14:48.*, davor 3 Werte/);
  expect(box.textContent).toContain("Abhilfe: Prüfen Sie den Port.");
  expect(screen.getByRole("link", { name: "Zum Pod" }).getAttribute("href")).toBe("/pods/t/t.a");
  expect(screen.getByText("und 4 weitere Ursachen")).toBeTruthy();
  await userEvent.click(screen.getByText("Weg zum Wert (3 Schritte)"));
  await userEvent.click(screen.getByRole("link", { name: "channel t.a.x" }));
  expect(onOpen).toHaveBeenCalledWith("t.a.x");
});

it("says of a value that is fine where it comes from", async () => {
  tokenStore.store("token");
  scriptFetch({ body: { ...BASE, state: "good", text: "Gültig: Konstante des Projekts", steps: [] } });
  shown(() => undefined);
  expect(await screen.findByText("Gültig: Konstante des Projekts")).toBeTruthy();
  expect(screen.queryByText(/Abhilfe/)).toBeNull();
});
