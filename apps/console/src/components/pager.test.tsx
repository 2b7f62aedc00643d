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
  [1, 1, [undefined, undefined, undefined, undefined]],
  [1, 3, [undefined, undefined, 2, 3]],
  [2, 3, [1, 1, 3, 3]],
  [3, 3, [1, 2, undefined, undefined]],
])("turns from page %i of %i to %j", async (page, pages, to) => {
  expect(await turn(page, pages)).toEqual(to);
});

it("keeps its buttons reachable by keyboard at either end, and says where one is", () => {
  render(<Pager label="Seiten" rows="1 bis 5 von 5" page={1} pages={1} onTurn={() => undefined} />);
  for (const name of NAMES) {
    const button = screen.getByRole("button", { name });
    expect(button).toHaveProperty("disabled", false);
    expect(button.getAttribute("aria-disabled")).toBe("true");
  }
  expect(screen.getByRole("status").textContent).toBe("Seite 1 von 1");
  expect(screen.getByText("1 bis 5 von 5")).toBeTruthy();
});
