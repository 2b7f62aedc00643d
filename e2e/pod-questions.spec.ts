/**
 * "Jetzt lesen" and "Verbindung prüfen" on a pod's page, against registers that pymodbus serves; "Testnachricht senden"
 * against a mail server.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import {
  freePort,
  type PymodbusServer,
  repoRoot,
  startMailServer,
  startPymodbusServer,
  type TestMailServer,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTab } from "./support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { axe, NARROWEST, settled, sidewaysOverflow, WIDTHS } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const POD = "modb_client.leser";
const MAIL = "email.meldung";
const pictures = path.join(repoRoot(), "test-results/screens");

describe("questions to a pod", () => {
  const stage = useStage();
  let device: PymodbusServer;
  let mail: TestMailServer;

  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    mail = await startMailServer();
    device = await startPymodbusServer({ units: { 1: { holding: { 0: [215, 7] } } } });
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(await project(device.port, await freePort(), mail), "leser.xlsx");
    expect(reply.body["code"]).toBe(0);
    await waitFor(
      async () => {
        const { body } = await api.get("/pods/channel", { pod: POD });
        return (body["channels"] as { state: boolean }[] | undefined)?.[0]?.state === true;
      },
      { what: "the connection", timeout: 30_000 },
    );
  });
  afterAll(async () => {
    await device?.stop();
    await mail?.stop();
  });

  it("reads over the call, checks, and refuses what cannot be", async () => {
    const { api } = stage.product;
    const read = await api.post(`/pods/read?pod=${POD}`, { chan: `${POD}.temperatur` });
    expect(read.body).toMatchObject({ code: 0, value: 21.5, quality: 0, raw: "215" });
    const check = await api.post(`/pods/check?pod=${POD}`, { iface: "main" });
    const steps = check.body["steps"] as { state: string }[];
    expect(steps.map(({ state }) => state)).toEqual(["skipped", "ok", "ok"]);
    expect((await api.post(`/pods/read?pod=${POD}`, { chan: `${POD}.nichts` })).status).toBe(404);
    expect((await api.post(`/pods/check?pod=${POD}`, { iface: "nichts" })).status).toBe(404);
    expect((await api.post("/pods/check?pod=modb_client.nichts", { iface: "main" })).status).toBe(404);
  });

  it("does the same on the pod's page, and looks right", async () => {
    const findings: string[] = [];
    for (const dark of [false, true]) {
      const tab = await openTab(stage.browser, stage.product.url, {
        dark,
        address: `/pods/modb_client/${POD}`,
      });
      const { page } = tab;
      await signIn(page);
      await byHeading(page, "ModBus-Client").waitFor();
      await byButton(page, `${POD}.temperatur jetzt lesen`).click();
      await page.getByText(`${POD}.temperatur: 21,5`).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        await page.screenshot({
          path: path.join(pictures, `pod-questions-${width}-${dark ? "dark" : "light"}.png`),
          fullPage: true,
        });
        await byButton(page, "Verbindung modb_client.iface.leser.main prüfen").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("Das Gerät antwortet.").waitFor();
        const picture = `pod-check-${width}-${dark ? "dark" : "light"}.png`;
        await page.screenshot({ path: path.join(pictures, picture) });
        findings.push(...(await axe(page)).map((finding) => `${picture}: ${finding}`));
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      }
      await page.setViewportSize({ width: NARROWEST, height: 900 });
      const overflow = await sidewaysOverflow(page);
      if (overflow > 0) findings.push(`${overflow} px wider than ${NARROWEST}`);
      findings.push(...tab.problems());
      await tab.close();
    }
    expect(findings).toEqual([]);
  });

  it("sends a test message and shows the server's own answer, or why there is none", async () => {
    const tab = await openTab(stage.browser, stage.product.url, { address: `/pods/email/${MAIL}` });
    const { page } = tab;
    await signIn(page);
    await byButton(page, "Testnachricht über email.iface.meldung.main senden").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Empfänger").press("Enter");
    await dialog.getByText("Antwort des Servers: 250 queued as 1").waitFor();
    expect(mail.mails[0]).toMatchObject({ to: ["anna@example.org"], subject: `Testnachricht von ${MAIL}` });
    mail.recipient = () => 550;
    await dialog.getByLabel("Empfänger").fill("niemand@example.org");
    await byButton(dialog, "Senden").click();
    await dialog.getByText("Die Nachricht ist nicht angenommen").waitFor();
    await dialog.getByText("5.1.1 no such user").waitFor();
    const findings = (await axe(page)).map((finding) => `test message: ${finding}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await page.screenshot({ path: path.join(pictures, `pod-test-message-${width}.png`) });
    }
    await dialog.getByLabel("Empfänger").fill("keine Adresse");
    await byButton(dialog, "Senden").click();
    await dialog.getByText("„keine Adresse“ ist keine E-Mail-Adresse").waitFor();
    expect(mail.mails).toHaveLength(1);
    findings.push(...tab.problems().filter((problem) => !problem.includes("/pods/test")));
    await tab.close();
    expect(findings).toEqual([]);
    const { api } = stage.product;
    await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    const throttled = await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    expect(throttled.body).toMatchObject({ code: 1204, retry_after: expect.any(Number) as number });
  });
});

function project(port: number, closed: number, mail: TestMailServer): Promise<Uint8Array> {
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "leser"],
        ["name", "Leser"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "host", "port", "ca", "from", "to"],
        [POD, "127.0.0.1", port, null, null, null],
        ["modb_client.fort", "127.0.0.1", closed, null, null, null],
        [MAIL, "127.0.0.1", mail.port, mail.ca, "hub@example.org", "anna@example.org"],
      ],
    },
    {
      name: "email",
      rows: [
        ["pod", "channel", "type"],
        ["meldung", "heiss", "float"],
      ],
    },
    {
      name: "modb_client",
      rows: [
        ["pod", "channel", "type", "dir", "unit", "area", "address", "scale"],
        ["leser", "temperatur", "float", "in", "°C", "holding", 0, 0.1],
        ["fort", "wert", "float", "in", null, "holding", 0, 1],
      ],
    },
  ]);
}
