/** Tokens for programs: made, shown once, used over HTTP, revoked; and the door for programs with a language model. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, eventually, goTo, PASSWORD } from "./support/console.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("tokens for programs", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let token = "";
  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });
  const jobs = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${stage.product.url}/admin/api/jobs`, { headers })).status;
  };
  const door = async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return (await fetch(`${stage.product.url}/mcp`, { method: "POST", headers, body: "{}" })).status;
  };
  const dialog = () => page.getByRole("dialog");

  step("are refused with what is wrong beside its field", async () => {
    await goTo(page, "Tokens", "Tokens");
    await page.getByText("Noch kein Token").waitFor();
    await byButton(page, "Token erstellen").first().click();
    await dialog().getByLabel("Name").fill("Leitstand");
    await dialog().getByLabel("Nur aus diesen Netzen").fill("127.0.0.0/8\n10.0.0.0/99");
    await byButton(dialog(), "Token erstellen").click();
    await dialog().getByText("Erlaubt ist eine Adresse oder ein Netz").waitFor();
    await dialog().getByLabel("Nur aus diesen Netzen").fill("127.0.0.0/8");
    await dialog().getByLabel("Nur diese Channels").fill("mqtt.*");
    await byButton(dialog(), "Token erstellen").click();
  });

  step("are shown once, and open the API", async () => {
    await dialog().getByText("Dieses Token wird nur jetzt angezeigt").waitFor();
    token = (await dialog().locator("code").textContent()) ?? "";
    expect(token).toMatch(/^hwt_[\w-]{43}$/);
    await byButton(dialog(), "Fertig").click();
    await dialog().waitFor({ state: "detached" });
    expect(await page.getByText(token).count()).toBe(0);
    expect(await jobs()).toBe(200);
    await page.reload();
    const row = page.getByRole("row", { name: /Leitstand/ });
    await row.getByText("nur Channels mqtt.*").waitFor();
    await row.getByText("nur von 127.0.0.0/8").waitFor();
    await row.getByText("Administrator").waitFor();
  });

  step("open the door for programs with a language model once it is switched on", async () => {
    expect(await door()).toBe(404);
    await page.getByRole("switch", { name: "Zugang einschalten" }).check();
    await byButton(page, "Zugang für KI-Programme speichern").click();
    await page.getByText(`${stage.product.url}/mcp`).waitFor();
    expect(await door()).not.toBe(404);
  });

  step("are revoked at once", async () => {
    await page
      .getByRole("row", { name: /Leitstand/ })
      .getByRole("button", { name: /Widerrufen/ })
      .click();
    await byButton(dialog(), "Widerrufen").click();
    await page.getByText("Das Token wurde widerrufen.").waitFor();
    await eventually(jobs, (status) => status === 401);
    await page.getByText("Noch kein Token").waitFor();
    expect(tab.problems()).toEqual([]);
  });
});
