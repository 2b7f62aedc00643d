/** An uploaded server certificate, made by OpenSSL, on the real listener; as OpenSSL and curl see it. */
import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { connect } from "node:tls";
import { promisify } from "node:util";
import { CODES } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink } from "@hubwart/core";
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { LARGEST_CERTIFICATE_FILE } from "./certificate-file.ts";
import { OwnServer } from "./own-server.ts";

const run = promisify(execFile);
const DAY = 86_400_000;
const folder = useSharedFolder();
let app: TestApp;
let token = "";

const at = (name: string) => path.join(folder(), name);
const text = (...names: string[]) =>
  Promise.all(names.map((name) => readFile(at(name), "utf8"))).then((all) => all.join(""));
const openssl = (...args: string[]) => run("openssl", args, { cwd: folder() });

/** A certificate and its key, `<name>.pem` and `<name>.key`. */
async function issue(name: string, issuer: string | undefined, extensions: string, days = 20): Promise<void> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", `${name}.key`];
  await openssl("req", ...key, "-subj", `/CN=${name}`, "-out", `${name}.csr`);
  await writeFile(at(`${name}.ext`), extensions);
  const signed =
    issuer === undefined ? ["-signkey", `${name}.key`] : ["-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`];
  const made = ["-CAcreateserial", "-days", String(days), "-extfile", `${name}.ext`, "-out", `${name}.pem`];
  await openssl(
    "x509",
    "-req",
    "-in",
    `${name}.csr`,
    ...signed,
    ...(issuer === undefined ? made.slice(1) : made),
  );
}

beforeAll(async () => {
  const authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n";
  await issue("root", undefined, authority);
  await issue("between", "root", authority);
  await issue(
    "hub",
    "between",
    "subjectAltName=DNS:hub.firma.example,DNS:*.netz.firma.example,IP:127.0.0.1,IP:::1\n",
  );
  await issue("signs-only", "root", "keyUsage=critical,keyCertSign\nsubjectAltName=DNS:a.example\n");
  app = await startTestApp();
  token = await app.setUp();
  app.served.start();
  await waitFor(() => app.https.port !== undefined, { what: "https" });
});
afterAll(() => app.end());

const put = async (content: string | Uint8Array, fields: Record<string, string> = {}) =>
  (await app.upload("/resources/tls/own", { name: "hub.pem", content, fields }, token)).body;
const whole = () => text("hub.pem", "between.pem", "root.pem", "hub.key");
const meta = async () => (await app.get("/resources/tls/meta", token)).body;

/** Who answers, as a client sees it that trusts nothing; and how many certificates came along. */
async function served(of: TestApp = app): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect({ port: of.https.port ?? 0, host: "127.0.0.1", rejectUnauthorized: false });
    socket.once("secureConnect", () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
const curl = async (host: string, ...more: string[]) => {
  const quiet = [
    "-sS",
    "--noproxy",
    "*",
    "--cacert",
    at("root.pem"),
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
  ];
  const here = ["--connect-to", `::127.0.0.1:${app.https.port ?? 0}`];
  return (await run("curl", [...quiet, ...here, ...more, `https://${host}/admin/api/info`])).stdout;
};

it("is used at once by the listener, with its chain and under its names, until it is removed", async () => {
  const before = await served();
  expect((await meta())["own"]).toBeNull();
  expect(await put(await whole())).toEqual({ code: 0 });
  expect(await served()).toBe("hub");
  for (const host of ["hub.firma.example", "keller.netz.firma.example", "127.0.0.1"]) {
    expect([host, await curl(host)]).toEqual([host, "200"]);
  }
  const foreign = await curl("hub.firma.example", "-H", "Host: boese.example");
  expect(foreign).toBe("421");
  expect(await curl("hub.firma.example", "-H", "Host: a.b.netz.firma.example")).toBe("421");
  expect((await meta())["own"]).toMatchObject({
    subject: "CN=hub",
    issuer: "CN=between",
    names: ["hub.firma.example", "*.netz.firma.example", "127.0.0.1", "::1"],
    kind: "EC, P-256",
    chain: ["hub", "between"],
  });

  const file = path.join(app.context.layout.tls, "own", "server.pem");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const audit = (await app.get("/system/audit?limit=5", token)).text;
  expect(audit).toContain("tlsOwnUpload");
  for (const answer of [audit, JSON.stringify(await meta()), JSON.stringify(app.log.entries)]) {
    expect(answer).not.toContain("PRIVATE KEY");
  }

  expect((await app.post("/resources/tls/own/remove", {}, token)).body).toEqual({ code: 0 });
  expect(await served()).toBe(before);
  expect(await curl("hub.firma.example", "-k")).toBe("421");
  expect(await readdir(path.dirname(file))).toEqual([]);
  expect((await app.post("/resources/tls/own/remove", {}, token)).status).toBe(404);
});

it("is refused as a whole where something is wrong, and what serves goes on", async () => {
  await put(await whole());
  for (const [content, fields, why] of [
    [
      await text("hub.pem", "between.pem", "root.pem", "between.key"),
      {},
      "passt nicht zum Zertifikat „hub“, er gehört zu dessen Aussteller „between“",
    ],
    [await text("hub.pem", "root.pem", "hub.key"), {}, "Es fehlt das Zertifikat von „between“"],
    [await text("hub.pem", "between.pem", "hub.key"), {}, "Es fehlt das Zertifikat von „root“"],
    [await text("hub.pem", "between.pem", "root.pem"), {}, "Der private Schlüssel fehlt"],
    [await text("hub.pem", "between.pem", "root.pem"), { key: "Hallo" }, "Die Schlüsseldatei enthält keinen"],
    [await text("signs-only.pem", "signs-only.key", "root.pem"), {}, "kommt keine Verbindung zustande"],
    ["x".repeat(LARGEST_CERTIFICATE_FILE + 1), {}, "größer als 256\u00a0kB"],
    ["", {}, "leer"],
  ] as const) {
    const answer = await put(content, fields);
    expect(answer).toMatchObject({ code: CODES.certificateRefused });
    expect(JSON.stringify(answer)).toContain(why);
  }
  expect(await served()).toBe("hub");
  // A root that people trust needs not be in the file.
  await app.upload("/resources/certs/upload", { name: "root.pem", content: await text("root.pem") }, token);
  expect(await put(await text("hub.pem", "between.pem"), { key: await text("hub.key") })).toEqual({
    code: 0,
  });
});

it("may be PKCS#12 as OpenSSL writes it, new or old, with and without a password", async () => {
  const own = [
    "pkcs12",
    "-export",
    "-in",
    "hub.pem",
    "-inkey",
    "hub.key",
    "-certfile",
    "chain.pem",
    "-out",
    "hub.p12",
  ];
  await writeFile(at("chain.pem"), await text("between.pem", "root.pem"));
  const exported = async (...more: string[]) => {
    await openssl(...own, ...more);
    return await readFile(at("hub.p12"));
  };
  const old = ["-certpbe", "PBE-SHA1-3DES", "-keypbe", "PBE-SHA1-3DES", "-macalg", "sha1"];
  for (const more of [
    [],
    old,
    ["-macalg", "sha512", "-iter", "20000"],
    ["-keypbe", "NONE", "-certpbe", "NONE"],
    ["-certpbe", "AES-128-CBC", "-nomac"],
  ]) {
    const bytes = await exported("-passout", "pass:Geheim ü7", ...more);
    expect([more, await put(bytes, { pwd: "Geheim ü7" })]).toEqual([more, { code: 0 }]);
    const wrong = await put(bytes, { pwd: "falsch" });
    expect(wrong["message"]).toMatch(/Passwort .* ist falsch/);
    expect((await put(bytes))["message"]).toContain("Bitte geben Sie es an");
  }
  expect(await put(await exported("-passout", "pass:"))).toEqual({ code: 0 });

  const rc2 = await exported("-passout", "pass:x", "-legacy", "-certpbe", "PBE-SHA1-RC2-40");
  expect((await put(rc2, { pwd: "x" }))["message"]).toContain("RC2");
  const good = await exported("-passout", "pass:x");
  for (let cut = 1; cut < good.length; cut += 311) {
    const broken = Buffer.from(good);
    broken[cut] = (broken[cut] ?? 0) ^ 0x55;
    expect([cut, (await put(broken, { pwd: "x" }))["code"]]).toEqual([cut, CODES.certificateRefused]);
    expect((await put(good.subarray(0, cut), { pwd: "x" }))["code"]).toBe(CODES.certificateRefused);
  }
  expect(await served()).toBe("hub");
});

it("is used again after a restart; a damaged file is left aside", async () => {
  await put(await whole());
  const { dataDir } = app;
  const again = async () => {
    app = await startTestApp({ dataDir });
    app.served.start();
    await waitFor(() => app.https.port !== undefined, { what: "https" });
    return await served();
  };
  await app.end(true);
  expect(await again()).toBe("hub");
  await app.end(true);
  const file = path.join(dataDir, "tls", "own", "server.pem");
  await writeFile(file, (await readFile(file, "utf8")).replace("BEGIN PRIVATE", "BEGIN PRIVAT"));
  expect(await again()).not.toBe("hub");
  expect(app.log.entries.some(({ msg }) => msg.includes("ist beschädigt und wird nicht verwendet"))).toBe(
    true,
  );
});

it("warns thirty days before its end", async () => {
  await issue("long", undefined, "subjectAltName=DNS:long.example\n", 40);
  const clock = new ManualClock(Date.now());
  const log = createLogger("system", "tls", new MemoryLogSink());
  const own = await OwnServer.open({ folder: at("stored"), authorities: () => [], clock, log });
  await own.put({ bytes: Buffer.from(await text("long.pem")), key: await text("long.key"), password: "" });
  expect(own.findings()).toEqual([]);
  clock.advance(11 * DAY);
  expect(own.findings()).toMatchObject([
    { level: 2, text: expect.stringMatching(/„long“ läuft am .* ab\.$/) },
  ]);
  clock.advance(30 * DAY);
  expect(own.findings()[0]?.text).toContain("abgelaufen; Browser warnen");
  await own.remove();
  expect(own.findings()).toEqual([]);
});
