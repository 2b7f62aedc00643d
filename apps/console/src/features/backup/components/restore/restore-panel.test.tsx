import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { scriptFetch } from "../../../../testing/fetch.ts";
import { render } from "../../../../testing/render.tsx";
import { backupTexts } from "../../../../texts/index.ts";
import { RestorePanel } from "./restore-panel.tsx";

it("says why a backup cannot be opened, and no longer that it is being opened", async () => {
  scriptFetch({ status: 400, body: { code: 1702, message: "Die Sicherung stammt von Version 9.9.9." } });
  render(<RestorePanel opened={{ code: 0, id: "a".repeat(32), encrypted: false }} onClose={vi.fn()} />);
  expect(screen.getByText(backupTexts.restore.opening)).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toContain("9.9.9");
  expect(screen.queryByText(backupTexts.restore.opening)).toBeNull();
});
