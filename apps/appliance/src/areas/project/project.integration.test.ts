/** The way of a project over HTTP: real server, real compiler, real encryption; only the hub is scripted. */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { describe, expect, it } from "vitest";
import type { ObedientHub } from "../../testing/obedient-hub.ts";
import { useProjectApp } from "../../testing/project-app.ts";
import type { TestApp } from "../../testing/test-app.ts";

const FILE_PASSWORD = "Datei-Passwort 1";
const example = (name: string) => path.join(repoRoot(), "examples", name);

let app: TestApp;
let token = "";
let hub: ObedientHub;
useProjectApp((parts) => {
  ({ app, token, hub } = parts);
});

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

async function send(
  name: string,
  content: Uint8Array,
  options: { action?: string; query?: string; fields?: Record<string, string> } = {},
): Promise<Reply> {
  const form = new FormData();
  form.set("myfile", new Blob([new Uint8Array(content)]), name);
  for (const [field, value] of Object.entries(options.fields ?? {})) form.set(field, value);
  const address = `${app.origin}/admin/api/project/${options.action ?? "upload"}?wait=20&${options.query ?? ""}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const upload = async (name: string, options?: Parameters<typeof send>[2]) =>
  await send(name, await readFile(example(name)), options);

async function download(query: Record<string, string>, withToken = true) {
  const address = `${app.origin}/admin/api/project/download?${new URLSearchParams(query).toString()}`;
  const response = await fetch(address, withToken ? { headers: { authorization: `Bearer ${token}` } } : {});
  const bytes = Buffer.from(await response.arrayBuffer());
  const json = response.headers.get("content-type")?.startsWith("application/json;") === true;
  const code = json ? (JSON.parse(bytes.toString()) as { code?: number }).code : undefined;
  return { status: response.status, bytes, code, name: response.headers.get("content-disposition") ?? "" };
}
const versions = async () =>
  ((await app.get("/project/history", token)).body.versions as { version: string; current: boolean }[]).map(
    ({ version, current }) => `${version}${current ? "*" : ""}`,
  );

describe("a project over HTTP", () => {
  it("is checked, uploaded, stored with a password, recognised, replaced and restored", async () => {
    expect((await app.get("/project/history", token)).body).toEqual({ code: 0, versions: [] });
    const checked = await upload("erste-schritte.xlsx", { action: "check" });
    expect(checked.body).toMatchObject({ code: 0, old_hash: "", restart: true });
    expect(await versions()).toEqual([]);

    const pwd = JSON.stringify({ use: true, pwd: FILE_PASSWORD, pwd2: FILE_PASSWORD });
    const first = await upload("erste-schritte.xlsx", { fields: { mode: "upload", pwd } });
    expect(first).toMatchObject({ status: 200, body: { code: 0, restart: true } });
    expect(first.body.new_hash).toBe(checked.body.new_hash);
    expect(hub.reasons).toEqual([1001]);
    const again = await upload("erste-schritte.xlsx");
    expect(again.body).toMatchObject({ code: 0, restart: false, old_hash: first.body.new_hash });
    expect(hub.reasons).toEqual([1001]);

    // Kept the same way already: no version.
    expect((await upload("erste-schritte.xlsx", { fields: { mode: "upload", pwd } })).body).toMatchObject({
      code: 0,
    });
    expect(await versions()).toEqual(["1*"]);

    const query = `backup=1&backup_pwd=${encodeURIComponent(FILE_PASSWORD)}`;
    const second = await upload("mqtt.xlsx", { query });
    expect(second.body).toMatchObject({ code: 0, restart: true });
    expect(await versions()).toEqual(["2*", "1"]);
    const changes = (await app.get("/project/changes?version=2", token)).body.changes as { change: string }[];
    expect(second.body.changes).toEqual(changes);
    expect(new Set(changes.map((c) => c.change))).toContain("added");
    expect(new Set(changes.map((c) => c.change))).toContain("removed");
    const begin = (await app.get("/project/changes?version=1", token)).body.changes as { change: string }[];
    expect(new Set(begin.map((c) => c.change))).toEqual(new Set(["added"]));

    expect((await app.post("/project/restore", { version: "1" }, token)).body).toEqual({
      code: 0,
      restart: true,
    });
    expect(await versions()).toEqual(["2", "1*"]);
    expect(hub.reasons).toEqual([1001, 1001, 4]);
  });

  it("comes back as it was uploaded, by the direct form and by a ticket", async () => {
    const original = await readFile(example("erste-schritte.xlsx"));
    const data = JSON.stringify({ timestamp: Date.now(), pwd: FILE_PASSWORD });
    const direct = await download({ src: "project", data });
    expect(direct.bytes.equals(original)).toBe(true);
    expect(direct.name).toContain('filename="erste-schritte.xlsx"');
    const parameters = { src: "project" };
    const ticket = await app.post(
      "/ticket",
      { path: "/project/download", parameters, password: FILE_PASSWORD },
      token,
    );
    const byTicket = await download({ ticket: String(ticket.body.ticket) }, false);
    expect(byTicket.bytes.equals(original)).toBe(true);

    const stored = await download({ src: "backup" });
    expect(stored.bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    expect(stored.name).toContain('filename="erste-schritte.xlsx.enc"');
    const compiled = await download({ src: "compiled", version: "2" });
    expect(JSON.parse(compiled.bytes.toString())).toMatchObject({ format: 1 });
    expect((await download({ src: "compiled", version: "99" })).status).toBe(404);
    const template = await fetch(`${app.origin}/admin/api/project/template`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(
      Buffer.from(await template.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });

  it("keeps the session after wrong passwords, and brakes guessing", async () => {
    const attempt = (pwd: string) => download({ src: "project", data: JSON.stringify({ pwd }) });
    const codes = [];
    for (let i = 0; i < 4; i += 1) codes.push((await attempt(`falsch ${i}`)).code);
    // No ticket for a download that would be refused: a browser would store the refusal as the file.
    const path = "/project/download";
    const ask = async (parameters: Record<string, string>) =>
      (await app.post("/ticket", { path, parameters, password: "falsch" }, token)).body;
    for (let i = 0; i < 2; i += 1) codes.push((await ask({ src: "project" })).code);
    expect(codes).toEqual([1203, 1203, 1203, 1203, 1203, 1204]);
    expect(await ask({ src: "compiled", version: "99" })).toMatchObject({ code: 404 });
    expect(await ask({ src: "everything" })).toMatchObject({ code: 400, fields: [{ field: "src" }] });
    expect((await attempt(FILE_PASSWORD)).code).toBe(1204);
    expect((await app.get("/project/history", token)).status).toBe(200);
  });

  it("refuses what is no project, too large, or contradicts itself, and stays as it is", async () => {
    const before = await versions();
    const broken = await upload("fehlerbeispiel.zip");
    expect(broken).toMatchObject({ status: 200, body: { code: 1400, new_hash: "", restart: false } });
    expect((broken.body.errors as unknown[]).length).toBeGreaterThan(3);
    const large = await send("gross.xlsx", new Uint8Array(64 * 1024 * 1024 + 1));
    expect(large).toMatchObject({ status: 413, body: { code: 413 } });
    const pwd = JSON.stringify({ use: true, pwd: "a", pwd2: "b" });
    const two = await upload("mqtt.xlsx", { fields: { pwd } });
    expect(two).toMatchObject({ status: 400, body: { code: 400 } });
    expect(two.body.message).toContain("Die Passwörter sind nicht identisch.");
    expect((await upload("mqtt.xlsx", { fields: { pwd: "{" } })).status).toBe(400);
    expect((await send("leer.xlsx", new Uint8Array())).body).toMatchObject({ code: 1400 });
    expect(await versions()).toEqual(before);
  });

  it("goes back by itself when the new one does not run", async () => {
    hub.refuses = "Der Pod mqtt.broker lehnt seine Parameter ab.";
    const answer = await upload("mqtt.xlsx");
    expect(answer.body).toMatchObject({ code: 1404 });
    expect(answer.body.message).toContain("mqtt.broker");
    const info = (await app.get("/info", token)).body as {
      project: { version: string; put_back: string };
      health: { findings: { text: string }[] };
    };
    expect(info.project.version).toBe("1");
    expect(info.project.put_back).toContain("mqtt.broker");
    expect(info.health.findings.map((f) => f.text)).toContain(info.project.put_back);
  });

  it("leaves no password in the log or the change log", async () => {
    const said = JSON.stringify(app.log.entries) + JSON.stringify(app.context.store.audit.latest(1000));
    expect(said).toContain("projectRun");
    expect(said).not.toContain(FILE_PASSWORD);
  });
});
