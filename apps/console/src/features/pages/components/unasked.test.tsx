/** Blocks of a page whose questions nobody answers say so: an empty block means that all is well. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { PanelMode } from "../../../lib/panel-mode.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { render } from "../../../testing/render.tsx";
import { AreaAlarms } from "../../alarms/components/area-alarms.tsx";
import type { Block } from "../api/pages.ts";
import { ScheduleBlock } from "./plain-blocks.tsx";
import { ShownPage } from "./shown-page.tsx";

const AWAY = "Der Hub antwortet nicht.";
const BLOCK = { block: "value", source: "ping.lokal.zeit", channels: ["ping.lokal.zeit"], total: 1 } as Block;
const FOREIGN = { Alarms: AreaAlarms, Trend: () => null };

beforeEach(() => {
  tokenStore.store("t");
  vi.stubGlobal("fetch", async () => Response.json({ code: 503, message: AWAY }, { status: 503 }));
});

it("of values", async () => {
  render(<ShownPage look={{ blocks: [BLOCK] }} foreign={FOREIGN} />);
  expect(await screen.findByText(`Die Werte konnten nicht geladen werden: ${AWAY}`)).toBeTruthy();
});

it("of alarms", async () => {
  render(
    <PanelMode value={true}>
      <AreaAlarms of="Haus" />
    </PanelMode>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain(AWAY);
});

it("of a schedule", async () => {
  const store = { record: () => undefined, subscribe: () => () => {} } as never;
  render(<ScheduleBlock block={{ ...BLOCK, block: "schedule" }} values={{ store, loaded: true }} />);
  expect((await screen.findByRole("alert")).textContent).toContain(AWAY);
});
