import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ApiError } from "../../../lib/errors.ts";
import { render } from "../../../testing/render.tsx";
import { PasswordReset } from "./password-reset.tsx";

const FIELDS = [/^(Neues )?Passwort$/, /wiederholen/];

async function type(user: ReturnType<typeof userEvent.setup>, password: string): Promise<void> {
  for (const field of FIELDS) await user.type(screen.getByLabelText(field, { selector: "input" }), password);
}

it("leaves the focus on its button, which is off afterwards, and says why it failed", async () => {
  const set = vi.fn(() => Promise.resolve());
  const user = userEvent.setup();
  render(<PasswordReset set={set} />);
  const button = screen.getByRole("button", { name: "Passwort setzen" });
  await user.click(button);
  expect(set).not.toHaveBeenCalled();
  await type(user, "Geheim-123");
  button.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
  expect(set).toHaveBeenCalledWith("Geheim-123");
  expect(document.activeElement).toBe(button);
  set.mockRejectedValue(new ApiError(200, { code: 1002, message: "Error: password is too short" }));
  await type(user, "Geheim-123");
  await user.keyboard("{Enter}");
  const said = (await screen.findByRole("alert")).textContent;
  expect(said).toContain("konnte nicht gesetzt werden");
  // In the add-on's own words.
  expect(said).toContain("Error: password is too short");
});
