/**
 * Compressed bytes and requests of the first load of the login page and of the dashboard: which addresses
 * a fresh Chromium asks for, each then fetched as brotli. Chromium itself asks for brotli over https only.
 */
import { startProduct } from "@hubwart/testing";
import { launchBrowser } from "../e2e/support/browser.ts";

const PASSWORD = "Messlauf-2026!";
const product = await startProduct();
const browser = await launchBrowser();
try {
  await product.api.signIn(PASSWORD);
  const login = await firstLoad(`${product.url}/`, false);
  const dashboard = await firstLoad(`${product.url}/`, true);
  await report("login", login);
  await report("dashboard (login included)", dashboard);
} finally {
  await browser.close();
  await product.stop();
}

async function firstLoad(url: string, signIn: boolean): Promise<Set<string>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = new Set<string>();
  page.on("request", (request) => {
    if (request.method() === "GET" && !request.url().includes("/admin/api/")) asked.add(request.url());
  });
  await page.goto(url, { waitUntil: "networkidle" });
  if (signIn) {
    await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(3_000);
  }
  await context.close();
  return asked;
}

async function size(url: string): Promise<number> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    request(url, { headers: { "accept-encoding": "br" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    })
      .on("error", reject)
      .end();
  });
}

async function report(name: string, urls: Set<string>): Promise<void> {
  let bytes = 0;
  for (const url of urls) bytes += await size(url);
  process.stdout.write(
    `${name.padEnd(30)} ${(bytes / 1000).toFixed(1)} kB brotli in ${urls.size} requests\n`,
  );
}
