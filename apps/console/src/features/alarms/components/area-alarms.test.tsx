import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PanelMode } from "../../../lib/panel-mode.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { render } from "../../../testing/render.tsx";
import { AreaAlarms } from "./area-alarms.tsx";

it("says that nobody answers: with nothing in it, none would stand", async () => {
  const message = "Der Hub antwortet nicht.";
  tokenStore.store("t");
  vi.stubGlobal("fetch", async () => Response.json({ code: 503, message }, { status: 503 }));
  render(
    <PanelMode value={true}>
      <AreaAlarms of="Haus" />
    </PanelMode>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
