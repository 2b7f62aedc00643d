import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { ActivateDialog } from "./activate-dialog.tsx";
import { ResultDialog } from "./result-dialog.tsx";

const MANY = Array.from({ length: 30 }, (_, at) => `const.haus.wert${at}`);
const nothing = (): void => undefined;

async function searchFor(text: string): Promise<void> {
  await userEvent.setup().type(await screen.findByRole("searchbox"), text);
}

it("what activating changes can be searched", async () => {
  tokenStore.store("token");
  const changes = MANY.map((channel, at) => ({ channel, from: at, to: at + 1_000 }));
  scriptFetch({ body: { code: 0, changes, total: changes.length } });
  render(<ActivateDialog opened onClose={nothing} onDone={nothing} />);
  expect(await screen.findByText("const.haus.wert7")).toBeTruthy();
  await searchFor("wert29");
  expect(await screen.findByText("const.haus.wert29")).toBeTruthy();
  expect(screen.queryByText("const.haus.wert7")).toBeNull();
});

it("what activating finds wrong can be searched", async () => {
  const errors = MANY.map((Channel, at) => ({
    Channel,
    ErrCode: 1204,
    ErrText: `Fehler ${at}`,
    Hint: "Erlaubt sind 1 bis 5.",
    Attribute: "value",
    Level: "error" as const,
    Ref: "",
  }));
  const result = { code: 1400, message: "Das Projekt ist fehlerhaft.", errors, restart: false };
  render(<ResultDialog result={result} onClose={nothing} />);
  await searchFor("Fehler 29");
  expect(await screen.findByText("const.haus.wert29")).toBeTruthy();
  expect(screen.queryByText("const.haus.wert7")).toBeNull();
});
