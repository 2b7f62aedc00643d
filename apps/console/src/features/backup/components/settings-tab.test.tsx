/** Settings of the backups: what the device refuses is said at its field. */
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { SettingsTab } from "./settings-tab.tsx";

// It asks the router, which this test has none of.
vi.mock(import("../../../components/unsaved-guard.tsx"), () => ({ UnsavedGuard: () => <></> }));

beforeEach(() => tokenStore.store("token"));

const on = { use: true };
const off = { use: false };
const FTP = {
  use: true,
  tls: true,
  verify: true,
  host: "nas.example",
  port: 21,
  user: "hub",
  pasv: true,
  path: "/",
};
const STORED = {
  code: 0,
  use: true,
  mode: 1,
  time: [2, 0],
  wday: 0,
  mday: 1,
  backup: {
    config: on,
    influxdb: { use: false, has_token: false },
    grafana: off,
    mosquitto: off,
    recorded: off,
  },
  target: { ftp: { ...FTP, has_pwd: true } },
  has_pwd: true,
  room: { recorded: 0, free: 1e9 },
};

it("asks for the password of the FTP server where the device wants it for another one", async () => {
  const message = "Das gespeicherte Passwort gehört zu einem anderen Server.";
  const refused = { status: 400, body: { code: 400, fields: [{ field: "target.ftp.pwd", message }] } };
  const asked = scriptFetch({ body: STORED }, refused, {}, { body: STORED });
  const user = userEvent.setup();
  render(<SettingsTab />);
  const host = await screen.findByLabelText(/^Server/);
  await user.type(host, ".org");
  expect(screen.queryByLabelText(/^Passwort( \*)?$/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  const password = await screen.findByLabelText<HTMLInputElement>(/^Passwort( \*)?$/);
  expect(password.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(message)).toBeTruthy();
  await user.type(password, "neu");
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  await waitFor(() => expect(asked[2]).toBeTruthy());
  expect(asked[1]?.body).toMatchObject({ target: { ftp: { host: "nas.example.org" } } });
  expect(asked[1]?.body).not.toHaveProperty("target.ftp.pwd");
  expect(asked[2]?.body).toMatchObject({ target: { ftp: { ...FTP, host: "nas.example.org", pwd: "neu" } } });
});
