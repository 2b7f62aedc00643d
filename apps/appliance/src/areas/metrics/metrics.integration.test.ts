/** The figures as a real Prometheus reads them, and what its own checker says of their names. */

import path from "node:path";
import {
  checkMetrics,
  type Product,
  type Prometheus,
  repoRoot,
  startProduct,
  startPrometheus,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let product: Product;
let prometheus: Prometheus | undefined;

beforeAll(async () => {
  product = await startProduct();
  await product.api.signIn("Kennzahlen-2026!");
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the embedded vendor's licence",
  });
  const reply = await product.api.uploadProjectFile(path.join(repoRoot(), "examples/mqtt.xlsx"));
  expect(reply.body).toMatchObject({ code: 0 });
}, 90_000);
afterAll(async () => {
  await prometheus?.stop();
  await product?.stop();
});

const scrape = (token?: string) =>
  fetch(`${product.url}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const create = async () => String((await product.api.post("/metrics/token/create", {})).body["token"]);

describe("figures for Prometheus", () => {
  it("open to their own token only, as long as it has not been revoked", async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape(product.api.token)).status).toBe(401);
    const first = await create();
    expect((await scrape(first)).status).toBe(200);
    const second = await create();
    expect((await scrape(first)).status).toBe(401);
    expect((await scrape(second)).status).toBe(200);
    const { body } = await product.api.get("/metrics/token");
    expect(body).toMatchObject({ has_token: true, path: "/metrics" });
    expect(body["last_used"]).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(second);
    await product.api.post("/metrics/token/revoke", {});
    expect((await scrape(second)).status).toBe(401);
    expect((await product.api.get("/metrics/token")).body).toMatchObject({ has_token: false, created: 0 });
  });

  it("are named as Prometheus wants it and scraped by one", async () => {
    const token = await create();
    let text = "";
    await waitFor(
      async () => {
        const response = await scrape(token);
        expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
        text = await response.text();
        return text.includes("hubwart_pod_up{");
      },
      { what: "figures of the project's pods", detail: () => text },
    );
    expect(await checkMetrics(text)).toBe("");
    const started = await startPrometheus({ target: new URL(product.url).host, token });
    prometheus = started;
    const query = (what: string) => started.query(what);
    await waitFor(async () => (await query("up"))[0]?.value === 1, { what: "Prometheus to scrape" });
    expect(await query("hubwart_hub_up")).toMatchObject([{ value: 1 }]);
    expect(await query("hubwart_hub_state == 1")).toMatchObject([{ metric: { state: "running" } }]);
    expect((await query("hubwart_host_memory_size_bytes"))[0]?.value).toBeGreaterThan(1e8);
    expect((await query("hubwart_pod_memory_bytes > 1e6")).length).toBeGreaterThan(0);
  }, 60_000);
});
