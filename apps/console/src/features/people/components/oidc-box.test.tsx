/** Settings of the directory service: what is shown, and what is sent. */
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { OidcBox } from "./oidc-box.tsx";

// It asks the router, which this test has none of.
vi.mock(import("../../../components/unsaved-guard.tsx"), () => ({ UnsavedGuard: () => <></> }));

beforeEach(() => tokenStore.store("token"));

const STORED = {
  code: 0,
  active: true,
  label: "",
  address: "https://hub.example.com",
  path: "/sign-in/directory",
  issuer: "https://login.example.com",
  client_id: "hubwart",
  has_client_secret: true,
  scope: "",
  claim: "groups",
  roles: [{ value: "betrieb", role: "operate", channels: ["knx.*", "mqtt.dach.?"] }],
  otherwise: null,
  trust_factor: false,
  hosts: [],
  plain: false,
};

it("shows what the service has to be told, and no secret", async () => {
  scriptFetch({ body: STORED });
  render(<OidcBox />);
  expect(await screen.findByText("https://hub.example.com/sign-in/directory")).toBeTruthy();
  expect(screen.getByText("eingeschaltet")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Geheimnis des Geräts (Client-Secret)").value).toBe("");
  const channels = screen.getByRole<HTMLInputElement>("textbox", { name: /Channels, Zeile 1/ });
  expect(channels.value).toBe("knx.*, mqtt.dach.?");
});

it("saves rows as lists, keeps the secret, and gives no channels to who may have none", async () => {
  const asked = scriptFetch({ body: STORED });
  const user = userEvent.setup();
  render(<OidcBox />);
  await user.click(await screen.findByRole("button", { name: "Zeile hinzufügen" }));
  await user.type(screen.getByRole("textbox", { name: /Wert, Zeile 2/ }), "technik");
  await user.selectOptions(screen.getByRole("combobox", { name: /Rolle, Zeile 2/ }), "admin");
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  await waitFor(() => expect(asked.some(({ method }) => method === "POST")).toBe(true));
  const body = asked.find(({ method }) => method === "POST")?.body as Record<string, unknown>;
  expect(body["roles"]).toEqual([
    { value: "betrieb", role: "operate", channels: ["knx.*", "mqtt.dach.?"] },
    { value: "technik", role: "admin", channels: null },
  ]);
  expect(body["client_secret"]).toBeUndefined();
});

it("says at its field what is not allowed", async () => {
  const message = "Erlaubt ist eine Adresse ohne Pfad.";
  scriptFetch(
    { body: STORED },
    { status: 400, body: { code: 400, fields: [{ field: "address", message }] } },
  );
  const user = userEvent.setup();
  render(<OidcBox />);
  const address = await screen.findByLabelText(/^Adresse dieses Geräts/);
  await user.type(address, "/x");
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  expect(await within(document.body).findByText(message)).toBeTruthy();
});
