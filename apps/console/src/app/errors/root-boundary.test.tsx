import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { reloadPage } from "../../lib/leave-page.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import { RootBoundary } from "./root-boundary.tsx";

vi.mock("../../lib/leave-page.ts", async (original) => ({
  ...(await original<typeof import("../../lib/leave-page.ts")>()),
  reloadPage: vi.fn(),
}));

function Broken({ message }: { message: string }): never {
  throw new Error(message);
}

it.each([
  ["Failed to fetch dynamically imported module: http://hub/assets/signed-in.js", /ließ sich nicht laden/],
  ["error loading dynamically imported module", /ließ sich nicht laden/],
  ["Unable to preload CSS for /assets/signed-in.css", /ließ sich nicht laden/],
  ["x is undefined", /unerwarteter Fehler/],
])("says what is wrong instead of nothing: %s", (message, said) => {
  vi.spyOn(console, "error").mockReturnValue();
  render(
    <RootBoundary>
      <Broken message={message} />
    </RootBoundary>,
  );
  expect(screen.getByText(said)).toBeTruthy();
  expect(screen.queryByText(message)).toBeNull();
});

it("is loaded anew by hand once the device is there", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  scriptFetch(new TypeError("Failed to fetch"), {});
  render(
    <RootBoundary>
      <Broken message="module script" />
    </RootBoundary>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Seite neu laden" });
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe("Das Gerät ist nicht erreichbar");
  expect(reloadPage).not.toHaveBeenCalled();
  await user.click(button);
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
});
