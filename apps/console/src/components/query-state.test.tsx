import { useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { QueryState } from "./query-state.tsx";

function List({ ask }: { ask: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ["list"], queryFn: ask });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Neu laden
      </button>
      <QueryState query={query} empty={(rows) => rows.length === 0} emptyState={{ title: "Nichts da" }}>
        {(rows) => rows.join()}
      </QueryState>
    </>
  );
}

/** Answers in turn; an error is a call that fails. */
const answers = (...all: (string[] | Error)[]) => {
  render(
    <List
      ask={async () => {
        const answer = all.shift();
        if (answer instanceof Error) throw answer;
        return answer ?? [];
      }}
    />,
  );
};
const reload = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "Neu laden" })));
const STALE = /Nicht neu geladen/;

it("says that loading failed, and never that there is nothing", async () => {
  answers(new Error("no"), ["a"]);
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText("Nichts da")).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Erneut versuchen" })));
  expect(await screen.findByText("a")).toBeTruthy();
});
it("keeps what was loaded when renewing it fails, and says so", async () => {
  answers(["a"], new Error("no"));
  expect(await screen.findByText("a")).toBeTruthy();
  await reload();
  expect(await screen.findByText(STALE)).toBeTruthy();
  expect(screen.getByText("a")).toBeTruthy();
});
it("says beside an empty list that it may no longer be empty", async () => {
  answers([], new Error("no"));
  expect(await screen.findByText("Nichts da")).toBeTruthy();
  await reload();
  expect(await screen.findByText(STALE)).toBeTruthy();
});
