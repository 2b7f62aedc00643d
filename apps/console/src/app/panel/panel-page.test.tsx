// Runs apart: the page takes a token of its own for as long as it lives.
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { panelAddress, panelToken } from "../../lib/panel-mode.ts";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import PanelPage from "./panel-page.tsx";

const TOKEN = `hwp_${"a".repeat(43)}`;

it("has its token behind the mark of its address, and nowhere else", () => {
  const address = new URL(panelAddress("http://hub", "Haus/Büro 1", TOKEN));
  expect(address.search).toBe("");
  expect(panelToken(address)).toBe(TOKEN);
  expect(panelToken({ pathname: "/", hash: address.hash })).toBeUndefined();
  expect(panelToken({ pathname: "/view/x", hash: "#panel=andere" })).toBeUndefined();
});

it("says that its link is over, asks with it all the same, and stores nothing", async () => {
  const refused = { status: 401, body: { code: 401, message: "Bitte melden Sie sich an." } };
  const asked = scriptFetch(refused, refused, refused);
  localStorage.setItem("hubwart.session", "eine andere");
  tokenStore.takeOwn(TOKEN);
  render(<PanelPage />);
  expect(await screen.findByText("Dieser Link gilt nicht mehr")).toBeTruthy();
  await waitFor(() => expect(tokenStore.read()).toBe(TOKEN));
  expect(localStorage.getItem("hubwart.session")).toBe("eine andere");
  expect(asked).toHaveLength(1);
  expect(screen.queryByRole("link")).toBeNull();
});
