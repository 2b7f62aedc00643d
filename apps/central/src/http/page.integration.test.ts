import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { tlsPeer } from "@hubwart/core";
import { ask } from "@hubwart/core/http";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestCentral, type TestCentral } from "../testing/central.ts";

const folder = useSharedFolder();
let central: TestCentral;
beforeAll(async () => {
  const pageDir = path.join(folder(), "page");
  await mkdir(path.join(pageDir, "assets"), { recursive: true });
  await writeFile(path.join(pageDir, "fleet.html"), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  await writeFile(path.join(pageDir, "assets/a.js"), "1");
  central = await startTestCentral(folder(), { pageDir });
});
afterAll(() => central?.stop());

async function get(where: string) {
  const url = new URL(central.address);
  const to = { host: url.hostname, port: Number(url.port), path: where };
  const peer = tlsPeer({ host: url.hostname, verify: false });
  const { body, headers, status } = await ask({
    tls: true,
    to: { ...to, ...peer },
    method: "GET",
    headers: {},
    within: 10_000,
    most: 100_000,
  });
  return { status, headers, text: body.toString("utf8") };
}

describe("the page of the central", () => {
  it("is served with a policy and a nonce of its own, at every address that is none of the API", async () => {
    const [one, other] = [await get("/"), await get("/site")];
    for (const { headers, status, text } of [one, other]) {
      expect(status).toBe(200);
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? "";
      expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
    expect(one.text).not.toBe(other.text);
  });
  it("has its files, and leads to no others", async () => {
    expect((await get("/assets/a.js")).headers["cache-control"]).toContain("immutable");
    expect((await get("/assets/b.js")).status).toBe(404);
    for (const where of [
      "/../central/trust/keys.json",
      "/%2e%2e/central/trust/keys.json",
      "/assets/../../central",
    ])
      expect((await get(where)).text).not.toContain("PRIVATE");
  });
  it("leaves the API as it is", async () => {
    for (const where of ["/api", "/api/", "/api/nothing"]) {
      const { headers, status, text } = await get(where);
      expect([where, status]).toEqual([where, 404]);
      expect(JSON.parse(text)).toMatchObject({ code: 404 });
      expect(headers["cache-control"]).toBe("no-store");
    }
  });
});
