/** Users in the browser: added, checked, given a token, used by a visualisation and a field device, deleted; no mocks. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { WebSocket } from "ws";
import { assets } from "../scripts/examples/assets.ts";
import { byButton, eventually, goTo, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

type Message = Record<string, unknown> & { t: string };

/** A client of either WebSocket: what came is kept. */
async function open(url: string, hello: object) {
  const socket = new WebSocket(url);
  const came: Message[] = [];
  let closed = 0;
  socket.on("message", (data: Buffer) => came.push(JSON.parse(data.toString("utf8")) as Message));
  socket.on("close", (code) => {
    closed = code;
  });
  await once(socket, "open");
  const say = (message: object) => socket.send(JSON.stringify(message));
  say({ t: "hello", ...hello });
  const find = (t: string) =>
    eventually(
      async () => came.find((message) => message.t === t),
      (message) => message !== undefined,
    );
  await find("welcome");
  return { say, came, find, closed: () => closed, end: () => socket.terminate() };
}

describe("users", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let port: number;
  let token = "";
  let device: Awaited<ReturnType<typeof open>>;

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
    port = await freePort();
    const tables = assets.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map((cell) => (cell === 8870 ? port : cell))),
    }));
    const file = path.join(stage.folder, "feldgeraete.xlsx");
    await writeFile(file, await writeWorkbook(tables));
    expect((await stage.product.api.uploadProjectFile(file)).body["code"]).toBe(0);
  });
  afterAll(() => device?.end());

  const dialog = () => page.getByRole("dialog");
  /** A star after the label says that it is required. */
  const password = (name: string) => dialog().getByLabel(new RegExp(`^${name}( \\*)?$`));
  const save = () => byButton(dialog(), "Speichern");

  step("an asset is added by keyboard; saving waits for name, role and equal passwords", async () => {
    await goTo(page, "Benutzer", "Benutzer");
    await page.getByText("Ohne Benutzer kann sich kein Feldgerät verbinden.").waitFor();
    await byButton(page, "Benutzer hinzufügen").focus();
    await page.keyboard.press("Enter");
    expect(await save().isDisabled()).toBe(true);
    await page.keyboard.type("pumpe");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Heizung");
    await dialog().getByText("Liefert und empfängt die Werte der eigenen Channels.").waitFor();
    expect(await save().isDisabled()).toBe(true);
    await password("Passwort").fill("streng geheim");
    await password("Passwort wiederholen").fill("streng");
    await dialog().getByText("Die Passwörter sind nicht identisch.").waitFor();
    expect(await save().isDisabled()).toBe(true);
    await password("Passwort wiederholen").fill("streng geheim");
    await page.keyboard.press("Enter");
    await page.getByText("Benutzer hinzugefügt").waitFor();
    const row = page.getByRole("row", { name: /pumpe/ });
    expect(await row.textContent()).toContain("ja");
  });

  step("what somebody else changes is in the list without a reload", async () => {
    const { api } = stage.product;
    const other = { user: "woanders", role: "sensor", pwd: "auch geheim", kind: "assets" };
    expect((await api.post("/wsauth/users/set", other)).body).toMatchObject({ code: 0 });
    const cell = page.getByRole("cell", { name: "woanders", exact: true });
    await cell.waitFor();
    expect((await api.get("/wsauth/users/delete?usr=woanders&kind=assets")).body).toMatchObject({ code: 0 });
    await cell.waitFor({ state: "detached" });
  });

  step("the same name again is refused beside its field, and changes nobody", async () => {
    await byButton(page, "Benutzer hinzufügen").click();
    await dialog().getByLabel("Benutzername").fill("pumpe");
    await dialog().getByLabel("Rolle").fill("read");
    await password("Passwort").fill("Anderes 1");
    await password("Passwort wiederholen").fill("Anderes 1");
    await save().click();
    await dialog().getByText("„pumpe“ gibt es schon.").waitFor();
    await page.keyboard.press("Escape");
    await byButton(dialog(), "Verwerfen").click();
    await dialog().waitFor({ state: "detached" });
  });

  step("a token is made and shown once", async () => {
    await byButton(page, "Token: pumpe").click();
    await byButton(dialog(), "Token erzeugen").click();
    token = (await dialog().locator("code").textContent()) ?? "";
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await byButton(dialog(), "Schließen").last().click();
    await page.getByText("ja, dazu ein Token").waitFor();
  });

  step("the device connects with it, delivers and receives; the pod's page lists it", async () => {
    device = await eventually(
      () => open(`ws://127.0.0.1:${port}/`, { token }).catch(() => undefined),
      (found) => found !== undefined,
    ).then((found) => found as Awaited<ReturnType<typeof open>>);
    device.say({ t: "values", seq: 1, values: { vorlauf: 47.5 } });
    await device.find("ack");
    await page.goto(`${stage.product.url}/pods/asset/asset.feld`);
    const list = page.getByRole("table", { name: "Geräte" });
    const row = list.getByRole("row", { name: /pumpe/ });
    await row.getByText("verbunden", { exact: true }).waitFor();
    await list.getByRole("row", { name: /tuer/ }).getByText("kein Benutzer").waitFor();
    await lookAt(page, "pod-asset");
  });

  step("a visualisation sees the device's value and writes to it, as its role says", async () => {
    await goTo(page, "Benutzer", "Benutzer");
    await page.getByRole("tab", { name: "WebSocket" }).click();
    for (const [name, role] of [
      ["visu", "read write:asset.feld.pumpe-*"],
      ["sehrlangerbenutzername".repeat(4), "Gebäudeleittechnik"],
    ] as const) {
      await byButton(page, "Benutzer hinzufügen").click();
      await dialog().getByLabel("Benutzername").fill(name);
      await dialog().getByLabel("Rolle").fill(role);
      await password("Passwort").fill("anderes Passwort");
      await password("Passwort wiederholen").fill("anderes Passwort");
      await save().click();
      await dialog().waitFor({ state: "hidden" });
    }
    await page.getByText("Diese Rolle gibt keine Rechte.").waitFor();
    await lookAt(page, "users-websocket");
    const visu = await open(`${stage.product.url.replace("http", "ws")}/ws`, {
      user: "visu",
      password: "anderes Passwort",
    });
    visu.say({ t: "subscribe", id: 1, names: ["asset.feld.pumpe-vorlauf"] });
    const values = await visu.find("values");
    expect(values?.["values"]).toMatchObject([{ chan: "asset.feld.pumpe-vorlauf", value: 47.5, quality: 0 }]);
    visu.say({ t: "write", id: 2, chan: "asset.feld.pumpe-sollwert", value: 55 });
    const written = await device.find("write");
    expect(written?.["values"]).toEqual({ sollwert: 55 });
    device.say({ t: "ack", seq: written?.["seq"] });
    expect(await visu.find("ack")).toMatchObject({ id: 2, state: "written" });
    visu.say({ t: "write", id: 3, chan: "asset.feld.tuer-zu", value: true });
    await eventually(
      async () => visu.came.find(({ id }) => id === 3),
      (ack) => ack?.["state"] === "refused",
    );
    await byButton(page, "Benutzer löschen: visu").click();
    await page.getByText("Soll der Benutzer „visu“ entfernt werden?").waitFor();
    await byButton(dialog(), "Löschen").click();
    await page.getByText("Benutzer entfernt").waitFor();
    await eventually(
      async () => visu.closed(),
      (code) => code === 4403,
    );
  });

  step("the asset's new password ends its connection; the name stays as it is", async () => {
    await page.getByRole("tab", { name: "Assets" }).click();
    await byButton(page, "Benutzer bearbeiten: pumpe").click();
    expect(await dialog().getByLabel("Benutzername").isDisabled()).toBe(true);
    expect(await save().isDisabled()).toBe(false);
    await lookAt(page, "users-edit");
    await password("Passwort").fill("ganz neu");
    await password("Passwort wiederholen").fill("ganz neu");
    await save().click();
    await page.getByText("Benutzer geändert").waitFor();
    await eventually(
      async () => device.closed(),
      (code) => code === 4403,
    );
    expect(tab.problems()).toEqual([]);
  });
});
