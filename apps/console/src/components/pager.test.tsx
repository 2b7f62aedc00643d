import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { Pager } from "./pager.tsx";

const NAMES = ["Erste Seite", "Vorherige Seite", "Nächste Seite", "Letzte Seite"] as const;

async function turn(page: number, pages: number): Promise<(number | undefined)[]> {
  const turned: number[] = [];
  const { unmount } = render(
    <Pager label="Seiten" rows="" page={page} pages={pages} onTurn={(to) => turned.push(to)} />,
  );
  const user = userEvent.setup();
  const seen: (number | undefined)[] = [];
  for (const name of NAMES) {
    await user.click(screen.getByRole("button", { name }));
    seen.push(turned.pop());
  }
  unmount();
  return seen;
}

it.each([
  [1, 3, [undefined, undefined, 2, 3]],
  [2, 3, [1, 1, 3, 3]],
  [3, 3, [1, 2, undefined, undefined]],
])("turns from page %i of %i to %j", async (page, pages, to) => {
  expect(await turn(page, pages)).toEqual(to);
});

it("keeps its buttons reachable by keyboard at either end, and says where one is", () => {
  render(<Pager label="Seiten" rows="1 bis 5 von 7" page={1} pages={2} onTurn={() => undefined} />);
  const off = NAMES.map((name) => screen.getByRole("button", { name })).filter((button) => {
    expect(button).toHaveProperty("disabled", false);
    return button.getAttribute("aria-disabled") === "true";
  });
  expect(off.map((button) => button.getAttribute("aria-label"))).toEqual(["Erste Seite", "Vorherige Seite"]);
  expect(screen.getByRole("status").textContent).toBe("Seite 1 von 2");
  expect(screen.getByText("1 bis 5 von 7")).toBeTruthy();
});

it("has nothing to turn on a single page", () => {
  render(<Pager label="Seiten" rows="1 bis 5 von 5" page={1} pages={1} onTurn={() => undefined} />);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getByText("1 bis 5 von 5")).toBeTruthy();
});

it("leads back from a page that is gone", async () => {
  expect(await turn(3, 1)).toEqual([1, undefined, undefined, 1]);
});
