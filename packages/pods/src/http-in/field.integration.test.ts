/** The HTTP server pod behind TLS, and webhooks that sign what they send. The callers are curl and openssl's TLS. */
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { TLS_CERTIFICATE_FILE, TLS_KEY_FILE } from "@hubwart/runtime/tls-files";
import { agreedSuites, makeCertificates, type TestCertificates } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { beforeAll, describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const run = promisify(execFile);
const ended = useOpen((pod: PodRun) => pod.stop());

const folder = useSharedFolder();
let first: TestCertificates;
let second: TestCertificates;
beforeAll(async () => {
  const made = async (name: string) => {
    await mkdir(path.join(folder(), name));
    return await makeCertificates(path.join(folder(), name));
  };
  first = await made("a");
  second = await made("b");
});

const pairOf = ({ pair: { cert, key } }: TestCertificates) => ({ key, certificate: cert });

async function start(
  config: Record<string, string | number | boolean>,
  channels: TestChannel[],
  certificates?: TestCertificates,
): Promise<PodRun> {
  const load = podLoad(kind.schema, [{ port: 0, ...config }], channels);
  if (certificates) {
    const { certificate, key } = pairOf(certificates);
    load.files[TLS_KEY_FILE] = Buffer.from(key).toString("base64");
    load.files[TLS_CERTIFICATE_FILE] = Buffer.from(certificate).toString("base64");
  }
  const pod = await startPod(kind, load);
  ended.push(pod);
  await pod.until(() => pod.iface() !== undefined);
  return pod;
}

/** Status and body; an error of curl has its number as status, below 100. */
async function curl(url: string, ...args: string[]): Promise<{ status: number; body: string }> {
  try {
    const { stdout } = await run("curl", ["-s", "-w", "\\n%{http_code}", ...args, url]);
    const cut = stdout.lastIndexOf("\n");
    return { status: Number(stdout.slice(cut + 1)), body: stdout.slice(0, cut) };
  } catch (error) {
    return { status: Number((error as { code?: unknown }).code), body: "" };
  }
}

const UNTRUSTED = 60;
const SET: TestChannel[] = [
  { chan: "set", dir: "in", type: "float", config: { path: "/set", pointer: "/wert" } },
  { chan: "plain", dir: "in", type: "float", config: { path: "/plain" } },
];

it("answers on IPv6 whoever names it so, itself included", async () => {
  const pod = await start({ bind: "::1" }, SET);
  expect((await curl(`http://[::1]:${pod.iface()?.port}/plain`, "-d", "1")).status).toBe(200);
  expect((await pod.check()).at(-1)).toBe("ok Protokoll: Der Pod antwortet mit HTTP 404.");
  expect((await curl(`http://[::1]:${pod.iface()?.port}/plain`, "-H", "Host: boese.example")).status).toBe(
    421,
  );
});

describe("TLS", () => {
  it("serves with the device's certificate, and with the next one without a restart", async () => {
    const pod = await start({ tls: true }, SET, first);
    const url = `https://127.0.0.1:${pod.iface()?.port}/plain`;
    const by = ({ caFile }: TestCertificates) => curl(url, "--cacert", caFile, "-d", "1");
    expect((await by(first)).status).toBe(200);
    expect((await by(second)).status).toBe(UNTRUSTED);
    // Neither a connection that is kept nor one that never says hello is in the way of anything.
    const silent = connect(pod.iface()?.port ?? 0, "127.0.0.1").on("error", () => undefined);
    await new Promise((resolve) => silent.once("connect", resolve));
    expect(await pod.ask("wantsTls", {})).toEqual({ wanted: true });
    const port = pod.iface()?.port ?? 0;
    expect(await agreedSuites(port)).toEqual({ gcm: expect.stringContaining("GCM"), cbc: "refused" });
    await pod.ask("tls", pairOf(second));
    expect(await agreedSuites(port)).toEqual({ gcm: expect.stringContaining("GCM"), cbc: "refused" });
    expect((await by(second)).status).toBe(200);
    expect((await by(first)).status).toBe(UNTRUSTED);
    expect(pod.values("plain")).toEqual([1, 1]);
    expect((await pod.check()).at(-1)).toBe("ok Protokoll: Der Pod antwortet mit HTTP 404.");
    expect((await curl(url.replace("https", "http"))).status).not.toBe(200);
    const began = performance.now();
    await pod.stop();
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it("waits for the certificate instead of serving without", async () => {
    const pod = await start({ tls: true }, SET);
    expect(pod.iface()).toMatchObject({
      state: false,
      error: "Das Zertifikat des Geräts liegt dem Pod noch nicht vor",
    });
    await pod.ask("tls", pairOf(first));
    await pod.until(() => pod.iface()?.state === true);
    const url = `https://127.0.0.1:${pod.iface()?.port}/plain`;
    expect((await curl(url, "--cacert", first.caFile, "-d", "2")).status).toBe(200);
    const plain = await start({}, SET);
    expect(await plain.ask("wantsTls", {})).toEqual({ wanted: false });
  });
});

describe("webhooks", () => {
  const SECRET = "geheim-Q7!webhook";
  const hmac = (text: string, secret = SECRET) => createHmac("sha256", secret).update(text).digest("hex");

  async function post(pod: PodRun, at: string, body: string, header: string): Promise<number> {
    const file = path.join(folder(), "body");
    await writeFile(file, body);
    const url = `http://127.0.0.1:${pod.iface()?.port}${at}`;
    const json = ["-H", "Content-Type: application/json"];
    return (await curl(url, ...json, "-H", header, "--data-binary", `@${file}`)).status;
  }

  it("takes what GitHub signs, byte for byte, and nothing else", async () => {
    const pod = await start({ auth: "github", secret: SECRET }, SET);
    const body = '{ "wert": 1.5,\n "ü": "\\u00e4" }';
    const header = (text: string) => `X-Hub-Signature-256: sha256=${hmac(text)}`;
    expect(await post(pod, "/set", body, header(body))).toBe(200);
    expect(pod.values("set")).toEqual([1.5]);
    // The address is not signed, so a value in it does not count; nor does it tell which paths there are.
    expect(await post(pod, "/set?value=9", body, header(body))).toBe(200);
    expect(pod.values("set")).toEqual([1.5, 1.5]);
    expect(await post(pod, "/set", `${body} `, header(body))).toBe(403);
    expect(await post(pod, "/fremd", body, "X-Other: 1")).toBe(403);
    expect(await post(pod, "/fremd", body, header(body))).toBe(404);
    const url = `http://127.0.0.1:${pod.iface()?.port}/set`;
    expect((await curl(url)).status).toBe(403);
    expect(pod.said).not.toContain(SECRET);
    const big = `{"wert":"${"x".repeat(1024 * 1024)}"}`;
    expect(await post(pod, "/set", big, header(big))).toBe(413);
  });

  it("takes what Stripe signs, as long as it is young", async () => {
    const pod = await start({ auth: "stripe", secret: SECRET }, SET);
    const body = '{"wert":2.5}';
    const header = (time: number, text = body) => `Stripe-Signature: t=${time},v1=${hmac(`${time}.${text}`)}`;
    const now = Math.floor(Date.now() / 1000);
    expect(await post(pod, "/set", body, header(now))).toBe(200);
    expect(await post(pod, "/set", body, header(now - 3_600))).toBe(403);
    expect(await post(pod, "/set", body, header(now, "{}"))).toBe(403);
    expect(pod.values("set")).toEqual([2.5]);
  });

  it("brakes whoever guesses", async () => {
    const pod = await start({ auth: "github", secret: SECRET }, SET);
    const url = `http://127.0.0.1:${pod.iface()?.port}/set`;
    const statuses = new Set<number>();
    for (let i = 0; i < 25; i += 1) {
      const headers = { "X-Hub-Signature-256": `sha256=${hmac(String(i), "other")}` };
      statuses.add((await fetch(url, { method: "POST", headers, body: "{}" })).status);
    }
    expect(statuses).toEqual(new Set([403, 429]));
  });
});
