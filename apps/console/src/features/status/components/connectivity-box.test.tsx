import { Notifications } from "@mantine/notifications";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { ConnectivityBox } from "./connectivity-box.tsx";

const CONNECTIVITY = { license: 1, update: 1, ts: 1_700_000_000 };

it("says that the servers were asked anew", async () => {
  tokenStore.store("token");
  scriptFetch({ body: { code: 0, connectivity: CONNECTIVITY } });
  render(
    <>
      <ConnectivityBox connectivity={CONNECTIVITY} />
      <Notifications />
    </>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button")));
  expect(await screen.findByText("Aktion erfolgreich ausgeführt")).toBeTruthy();
});
