import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { ScriptTrouble } from "./script-trouble.tsx";

const states = (...scripts: { name: string; error?: string }[]) =>
  scriptFetch({ body: { code: 0, available: true, memory: 1, scripts } });

it("says what goes wrong, and where it is mended", async () => {
  tokenStore.store("token");
  states({ name: "heizung.lua", error: "Zeile 4: Mit nil (kein Wert) kann nicht gerechnet werden" });
  render(<ScriptTrouble file="heizung.lua" inProject />);
  const said = (await screen.findByRole("alert")).textContent;
  expect(said).toContain("Zeile 4: Mit nil");
  expect(said).toContain("„Im Entwurf ändern“");
  expect(said).toContain("if wert ~= nil");
});

it("sends to saving and activating where the script is not the project's", async () => {
  tokenStore.store("token");
  states({ name: "a.lua", error: "Zeile 1: Zu viele Aufrufe" });
  render(<ScriptTrouble file="a.lua" inProject={false} />);
  const said = (await screen.findByRole("alert")).textContent;
  expect(said).toContain("„Aktivieren“");
  expect(said).not.toContain("nil");
});

it("says nothing of a script that is well", async () => {
  tokenStore.store("token");
  const asked = states({ name: "a.lua" }, { name: "b.lua", error: "Zeile 1: x" });
  render(<ScriptTrouble file="a.lua" inProject />);
  await expect.poll(() => asked.length).toBe(1);
  expect(screen.queryByRole("alert")).toBeNull();
});
