/**
 * Rules of the proxy as a person makes them, and the clients that meet them.
 *
 *     await addRule(page, { name: "Tor", port: 9000, protocol: "http", kind: "Pod", target: "http_in.pod.tor" });
 *     await overTls({ port: 9001, ca });
 */
import https from "node:https";
import net from "node:net";
import { waitFor } from "@hubwart/testing";
import type { Locator, Page } from "playwright-core";
import { byButton } from "./console.ts";

/** A change of the rules is one of the engine; the machine may be busy. */
export const JOB_MS = 60_000;

export interface RuleInput {
  name: string;
  port: number;
  protocol: string;
  kind: "Container" | "Pod" | "Eigene Adresse";
  target: string;
}

export const ruleRow = (page: Page, { name, port }: Pick<RuleInput, "name" | "port">): Locator =>
  page.getByRole("row", { name: new RegExp(`${name}.*${port}`) });

/** Opens the dialog and fills it in. */
export async function fillRule(page: Page, rule: RuleInput): Promise<Locator> {
  await byButton(page, "Regel hinzufügen").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(rule.name);
  await dialog.getByLabel("IP-Port").fill(String(rule.port));
  await dialog.getByLabel("Protokoll").selectOption(rule.protocol);
  await dialog.getByLabel("Art des Ziels").selectOption({ label: rule.kind });
  if (rule.kind === "Eigene Adresse") await dialog.getByLabel("Adresse:Port").fill(rule.target);
  else await dialog.getByLabel(rule.kind, { exact: true }).selectOption(rule.target);
  return dialog;
}

export async function saveRule(dialog: Locator, name = "Speichern"): Promise<void> {
  await byButton(dialog, name).click();
  await dialog.waitFor({ state: "detached", timeout: JOB_MS });
}

export async function addRule(page: Page, rule: RuleInput): Promise<void> {
  await saveRule(await fillRule(page, rule));
  await ruleRow(page, rule).waitFor();
}

export async function useCertificate(page: Page, rule: string, certificate: string): Promise<void> {
  await byButton(page, `Regel bearbeiten: ${rule}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Zertifikat").selectOption({ label: certificate });
  await saveRule(dialog);
}

export interface TlsClient {
  port: number;
  /** PEM of the only authority it trusts. */
  ca: string;
  /** By whose name it asks; without one, by the address. */
  servername?: string;
}

/** What Grafana's health check answers. */
export function overTls({ port, ca, servername }: TlsClient): Promise<unknown> {
  const where = { host: "127.0.0.1", port, path: "/api/health", ca, agent: false };
  return new Promise((resolve, reject) => {
    const request = https.get(
      { ...where, ...(servername === undefined ? {} : { servername }) },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => {
          text += part.toString();
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    request.once("error", reject);
  });
}

export const portClosed = (port: number): Promise<void> =>
  waitFor(
    () =>
      new Promise<boolean>((resolve) => {
        const probe = net.connect(port, "127.0.0.1", () => {
          probe.destroy();
          resolve(false);
        });
        probe.once("error", () => resolve(true));
      }),
    { what: `port ${port} to be closed` },
  );
