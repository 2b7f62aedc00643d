/**
 * Rules of the proxy as a person makes them, and the clients that meet them.
 *
 *     await addRule(page, { name: "Tor", port: 9000, protocol: "http", kind: "Pod", target: "http_in.pod.tor" });
 *     await overTls({ port: 9001, ca });
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { waitFor } from "@hubwart/testing";
import type { AddOnBench } from "@hubwart/testing/containers";
import type { Locator, Page } from "playwright-core";
import { WebSocketServer } from "ws";
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

/** A server that answers how many bytes it was sent, and a WebSocket that says everything again. */
export async function startCounter(): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on("end", () => response.end(String(bytes)));
  });
  const echo = new WebSocketServer({ server });
  echo.on("connection", (socket) => socket.on("message", (data, binary) => socket.send(data, { binary })));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Sends so many zero bytes in one request by curl, and tells the answer. */
export async function putBody(url: string, bytes: number): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-body-"));
  try {
    const file = path.join(folder, "body");
    await writeFile(file, "");
    await truncate(file, bytes);
    return (await promisify(execFile)("curl", ["-sS", "--fail", "-T", file, url])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Peak of what a process of the container had in memory, bytes (VmHWM of proc(5)). */
export async function mostMemory(docker: AddOnBench["docker"], container: string): Promise<number> {
  const table = (await docker.cli("top", container, "-eo", "pid,comm")).trim().split("\n").slice(1);
  const peaks = await Promise.all(
    table.map(async (line) => {
      const status = await readFile(`/proc/${Number.parseInt(line, 10)}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    }),
  );
  return Math.max(...peaks);
}
