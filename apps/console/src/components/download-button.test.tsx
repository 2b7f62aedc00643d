import { Notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ConnectionError } from "../lib/errors.ts";
import { render } from "../testing/render.tsx";
import { DownloadButton, DownloadIcon } from "./download-button.tsx";

it("waits until the download has begun, and starts it once", async () => {
  let begun: () => void = () => undefined;
  let starts = 0;
  const start = (): Promise<void> => {
    starts += 1;
    return new Promise((resolve) => {
      begun = resolve;
    });
  };
  render(<DownloadButton start={start}>Vorlage</DownloadButton>);
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Vorlage" });
  await user.click(button);
  await user.click(button);
  expect(starts).toBe(1);
  expect(button).toHaveProperty("disabled", true);
  await act(async () => begun());
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
});

it.each(["Button", "Icon"] as const)("says why a download did not begin (%s)", async (kind) => {
  const start = (): Promise<void> => Promise.reject(new ConnectionError(false));
  render(
    <>
      {kind === "Icon" ? (
        <DownloadIcon label="Laden" start={start} />
      ) : (
        <DownloadButton label="Laden" start={start}>
          x
        </DownloadButton>
      )}
      <Notifications />
    </>,
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Laden" }));
  await screen.findByText("Das Gerät ist nicht erreichbar");
  expect(screen.getByRole("button", { name: "Laden" })).toHaveProperty("disabled", false);
});
