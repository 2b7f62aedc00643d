import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "../../../testing/render.tsx";
import { SavedDialog } from "./saved-dialog.tsx";

it("asks for a restart where it makes the settings active", () => {
  const saved = { support: { supported: true }, addresses: ["10.0.0.2"] };
  render(<SavedDialog opened saved={saved} onClose={() => undefined} />);
  expect(screen.getByText("Soll das Gerät jetzt neu gestartet werden?")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ja" })).toBeTruthy();
});

it("offers no restart on a machine that does not take the settings, and says why", () => {
  const saved = { support: { supported: false, reason: "Kein systemd." }, addresses: ["10.0.0.2"] };
  render(<SavedDialog opened saved={saved} onClose={() => undefined} />);
  expect(screen.getByText(/ändert sich nichts: Kein systemd\./)).toBeTruthy();
  expect(screen.queryByText(/neugestartet/)).toBeNull();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["", "Schließen"]);
});
