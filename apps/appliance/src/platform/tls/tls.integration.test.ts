/** The appliance over https, as OpenSSL, curl and Node's own TLS see it. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { agreedSuites, freePort, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const run = promisify(execFile);
let app: TestApp;
let token: string;
const folder = useSharedFolder();
let caFile: string;
let port: number;

beforeAll(async () => {
  caFile = path.join(folder(), "root.crt");
  app = await startTestApp();
  token = await app.setUp();
  app.certificate.start();
  port = await listens(app);
  await writeFile(caFile, (await app.get("/resources/tls/root.crt", token)).text);
});
afterAll(() => app.end());

async function listens(of: TestApp): Promise<number> {
  await waitFor(() => of.https.port !== undefined, { what: "https" });
  return of.https.port ?? 0;
}

/** What `openssl s_client` says and how it ends. */
async function openssl(...more: string[]): Promise<{ ok: boolean; text: string }> {
  const args = [
    "s_client",
    "-connect",
    `127.0.0.1:${port}`,
    "-CAfile",
    caFile,
    "-verify_return_error",
    ...more,
  ];
  const asked = run("openssl", args);
  asked.child.stdin?.end();
  return await asked.then(
    ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
    (error: { stdout: string; stderr: string }) => ({ ok: false, text: error.stdout + error.stderr }),
  );
}

const curl = (at: string, ...more: string[]) =>
  run("curl", ["--silent", "--show-error", "--noproxy", "*", "--cacert", caFile, ...more, `https://${at}`]);

/** A standing connection that trusts the root. */
async function tlsTo(trusted: string): Promise<TLSSocket> {
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca: trusted });
  await once(socket, "secureConnect");
  return socket;
}

/** Asks once over a connection that stays. */
async function statusOver(socket: TLSSocket): Promise<string> {
  socket.write("GET /admin/api/info HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString("latin1").slice(9, 12);
}

describe("the certificates", () => {
  it("are valid for OpenSSL, with every name and lasting address of this machine", async () => {
    await app.certificate.include(["hub.example"]);
    const { server } = await app.certificate.current();
    const file = path.join(folder(), "server.crt");
    await writeFile(file, server?.certificate ?? "");
    const strict = ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", caFile];
    const addresses = Object.values(os.networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address }) => !/^(169\.254\.|fe80:)/.test(address));
    expect(addresses.length).toBeGreaterThan(0);
    const checks = [
      ...["localhost", "hub.example", os.hostname()].map((name) => ["-verify_hostname", name]),
      ...addresses.map(({ address }) => ["-verify_ip", address]),
    ];
    for (const check of checks) {
      expect((await run("openssl", [...strict, ...check, file])).stdout).toContain("OK");
    }
    await expect(run("openssl", [...strict, "-verify_hostname", "boese.example", file])).rejects.toThrow();
    const { stdout } = await run("openssl", ["x509", "-in", caFile, "-noout", "-text"]);
    expect(stdout).toContain("CA:TRUE, pathlen:0");
  });

  it("are described as OpenSSL reads them", async () => {
    const { body } = await app.get("/resources/tls/meta", token);
    const shown = await run("openssl", [
      "x509",
      "-in",
      caFile,
      "-noout",
      "-fingerprint",
      "-sha256",
      "-enddate",
    ]);
    const root = body["root"] as Record<string, string>;
    expect(shown.stdout).toContain(`=${root["fingerprint"]}`);
    const end = /notAfter=(.*)/.exec(shown.stdout)?.[1] ?? "";
    expect(root["valid_end"]).toBe(new Date(end).toISOString());
    expect(body["server"]).toMatchObject({ issuer: root["subject"], subject: expect.stringMatching(/^CN=/) });
  });

  it("are offered for trust without their keys, to whoever is signed in", async () => {
    const root = await app.get("/resources/tls/root.crt", token);
    expect(root.headers.get("content-type")).toBe("application/x-x509-ca-cert");
    expect(root.headers.get("content-disposition")).toContain('filename="root.crt"');
    expect(root.text).toMatch(/^-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n$/);
    for (const at of ["root.crt", "meta", "generate"]) {
      expect((await app.get(`/resources/tls/${at}`)).status).toBe(401);
    }
  });
});

describe("https", () => {
  it("answers with TLS 1.2 and 1.3, and nothing older", async () => {
    for (const version of ["-tls1_2", "-tls1_3"]) {
      const { ok, text } = await openssl(
        version,
        "-servername",
        "localhost",
        "-verify_hostname",
        "localhost",
      );
      expect([version, ok]).toEqual([version, true]);
      expect(text).toContain("Verify return code: 0 (ok)");
    }
    for (const version of ["-tls1", "-tls1_1"]) {
      // Without this level, the client itself would refuse.
      const { ok, text } = await openssl(version, "-cipher", "ALL:@SECLEVEL=0");
      expect([version, ok]).toEqual([version, false]);
      expect(text).toContain("alert protocol version");
    }
  });

  it("agrees on no suite without authenticated encryption", async () => {
    expect(await agreedSuites(port)).toEqual({ gcm: expect.stringContaining("GCM"), cbc: "refused" });
  });

  it("is the same server: calls, public files, uploads", async () => {
    await writeFile(path.join(app.dataDir, "htdocs", "x.txt"), "hier");
    const host = `localhost:${port}`;
    expect((await curl(`${host}/opt/x.txt`)).stdout).toBe("hier");
    const info = await curl(`127.0.0.1:${port}/admin/api/info`, "-H", `Authorization: Bearer ${token}`);
    expect(JSON.parse(info.stdout)).toMatchObject({ code: 0, session: true });
    const large = path.join(folder(), "large");
    await writeFile(large, Buffer.alloc(3_000_000, 7));
    const form = ["-F", `newfile=@${large}`, "-F", "action=check", "-H", `Authorization: Bearer ${token}`];
    const uploaded = JSON.parse((await curl(`${host}/admin/api/project/upload`, ...form)).stdout) as object;
    const plain = await app.get("/info", token);
    expect(plain.status).toBe(200);
    // Read whole, and found to be no project.
    expect(uploaded).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    expect(uploaded).not.toMatchObject({ code: 0 });
    const foreign = await curl(
      `${host}/`,
      "-H",
      "Host: boese.example",
      "-o",
      "/dev/null",
      "-w",
      "%{http_code}",
    );
    expect(foreign.stdout).toBe("421");
    await expect(run("curl", ["-sS", "--noproxy", "*", `https://${host}/`])).rejects.toThrow(/certificate/);
  });

  it("carries the event stream, which ends with the appliance", async () => {
    const other = await startTestApp();
    const session = await other.setUp();
    await other.certificate.include([]);
    const ca = (await other.certificate.current()).authority?.certificate;
    const headers = { authorization: `Bearer ${session}` };
    const asked = request({
      host: "localhost",
      port: await listens(other),
      path: "/admin/api/stream?topics=status",
      ca,
      headers,
    }).end();
    const [response] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
    const [first] = (await once(response, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^(event|data|id|retry|:)/);
    const ended = once(response, "end");
    response.resume();
    await other.end();
    await ended;
  });

  it("takes a new certificate without ending a connection, under the same root", async () => {
    const { authority } = await app.certificate.current();
    const before = await tlsTo(authority?.certificate ?? "");
    expect(await statusOver(before)).toBe("200");
    await app.certificate.include(["neu.example"]);
    const after = await tlsTo(authority?.certificate ?? "");
    expect(after.getPeerCertificate().subjectaltname).toContain("neu.example");
    expect(after.getPeerCertificate().fingerprint256).not.toBe(before.getPeerCertificate().fingerprint256);
    expect(await statusOver(before)).toBe("200");
    expect((await openssl("-servername", "neu.example", "-verify_hostname", "neu.example")).ok).toBe(true);
    for (const socket of [before, after]) socket.destroy();
  });

  it("takes new certificates on request, with a new root that the old one does not vouch for", async () => {
    const old = await readFile(caFile, "utf8");
    const before = await tlsTo(old);
    expect((await app.get("/resources/tls/generate", token)).body).toEqual({ code: 0 });
    await expect(tlsTo(old)).rejects.toThrow(/certificate/);
    const root = (await app.get("/resources/tls/root.crt", token)).text;
    await writeFile(caFile, root);
    (await tlsTo(root)).destroy();
    expect((await openssl()).ok).toBe(true);
    expect(await statusOver(before)).toBe("200");
    before.destroy();
    const audit = (await app.get("/system/audit?limit=5", token)).text;
    expect(audit).toContain("tlsGenerate");
    expect(audit).not.toContain("PRIVATE KEY");
  });

  it("leaves http alone where its port is taken, says so, and listens once it is free", async () => {
    const taken = createServer().listen(await freePort(), "127.0.0.1");
    await once(taken, "listening");
    const { port: wanted } = taken.address() as { port: number };
    const { ManualClock, parseConfig } = await import("@hubwart/core");
    const clock = new ManualClock();
    const other = await startTestApp({
      clock,
      config: parseConfig({ HUBWART_DATA_DIR: folder(), HUBWART_HTTPS_PORT: String(wanted) }),
    });
    await other.certificate.include([]);
    await waitFor(
      () => other.log.entries.some(({ msg }) => msg.includes(`Port ${wanted} ist bereits belegt`)),
      {
        what: "the line",
      },
    );
    expect((await other.get("/info")).status).toBe(200);
    taken.close();
    await once(taken, "close");
    clock.advance(60_000);
    expect(await listens(other)).toBe(wanted);
    await other.end();
  });
});
