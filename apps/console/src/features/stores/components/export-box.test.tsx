/** Where recorded values are handed on: what the device refuses is said at its field. */
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { ExportBox } from "./export-box.tsx";

// It asks the router, which this test has none of.
vi.mock(import("../../../components/unsaved-guard.tsx"), () => ({ UnsavedGuard: () => <></> }));
// It asks the device by itself.
vi.mock(import("./export-state.tsx"), () => ({ ExportState: () => <></> }));

beforeEach(() => tokenStore.store("token"));

const STORED = {
  code: 0,
  export: {
    active: true,
    kind: "questdb",
    url: "https://quest.example:9000",
    org: "",
    bucket: "",
    table: "haus",
    buffer: 256,
    has_token: true,
  },
};

it("says at the token that it has to be given for another server", async () => {
  const message = "Das gespeicherte Token gehört zu einem anderen Server.";
  const asked = scriptFetch(
    { body: STORED },
    { status: 400, body: { code: 400, fields: [{ field: "token", message }] } },
  );
  const user = userEvent.setup();
  render(<ExportBox />);
  const address = await screen.findByLabelText(/^Adresse/);
  await user.clear(address);
  await user.type(address, "https://other.example");
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  const token = screen.getByLabelText<HTMLInputElement>("Token");
  await waitFor(() => expect(token.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText(message)).toBeTruthy();
  expect(asked[1]?.body).toMatchObject({ url: "https://other.example" });
  expect(asked[1]?.body).not.toHaveProperty("token");
});
