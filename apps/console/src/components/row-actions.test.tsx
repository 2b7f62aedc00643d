import { IconPencil, IconTrash } from "@tabler/icons-react";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { RowActions } from "./row-actions.tsx";

it("names the row with each sign, and has all of them in the menu of a card", () => {
  const [edit, remove] = [vi.fn(), vi.fn()];
  const actions = [
    { label: "Bearbeiten", icon: IconPencil, run: edit },
    { label: "Löschen", icon: IconTrash, run: remove, name: "haus löschen" },
  ];
  render(<RowActions row="haus" actions={actions} />);
  fireEvent.click(screen.getByRole("button", { name: "Bearbeiten: haus" }));
  expect(edit).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "haus löschen" }).title).toBe("Löschen");
  screen.getByRole("button", { name: "Aktionen: haus" });
  const entries = screen.getAllByRole("listitem", { hidden: true });
  expect(entries.map(({ textContent }) => textContent)).toEqual(["Bearbeiten", "Löschen"]);
});

it("needs no menu for one", () => {
  render(<RowActions row="haus" actions={[{ label: "Löschen", icon: IconTrash, run: () => undefined }]} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Löschen: haus" }).textContent).toBe("Löschen");
});
