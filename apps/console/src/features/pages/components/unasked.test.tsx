/** Blocks of a page whose questions nobody answers say so: an empty block means that all is well. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { render } from "../../../testing/render.tsx";
import type { Block } from "../api/pages.ts";
import { ScheduleBlock } from "./plain-blocks.tsx";
import { ShownPage } from "./shown-page.tsx";

const AWAY = "Der Hub antwortet nicht.";
const BLOCK = { block: "value", source: "ping.lokal.zeit", channels: ["ping.lokal.zeit"], total: 1 } as Block;
const FOREIGN = { Alarms: () => null, Trend: () => null };

beforeEach(() => {
  tokenStore.store("t");
  vi.stubGlobal("fetch", async () => Response.json({ code: 503, message: AWAY }, { status: 503 }));
});

it("of values", async () => {
  render(<ShownPage look={{ blocks: [BLOCK] }} foreign={FOREIGN} />);
  expect(await screen.findByText(`Die Werte konnten nicht geladen werden: ${AWAY}`)).toBeTruthy();
});

it("of a schedule", async () => {
  const store = { record: () => undefined, subscribe: () => () => {} } as never;
  render(<ScheduleBlock block={{ ...BLOCK, block: "schedule" }} values={{ store, loaded: true }} />);
  expect((await screen.findByRole("alert")).textContent).toContain(AWAY);
});
