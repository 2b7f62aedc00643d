import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { type FtpServer, freePort, startFtpServer } from "@hubwart/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendByFtp } from "./ftp.ts";
import type { FtpTarget } from "./settings.ts";

const NAME = "hubwart-keller-20261121T020000Z.tar";
let folder: string;
let server: FtpServer;
let file: string;
const content = Buffer.alloc(3 * 1024 * 1024, "Sicherung ");
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ftp-test-"));
  server = await startFtpServer({ user: "sicherung", password: 'ge"hei\\m ü' });
  file = path.join(folder, NAME);
  await writeFile(file, content);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const name of await readdir(server.files))
    await rm(path.join(server.files, name), { recursive: true });
});

const target = (change: Partial<FtpTarget> = {}): FtpTarget => ({
  use: true,
  tls: false,
  verify: false,
  host: "127.0.0.1",
  port: server.port,
  user: "sicherung",
  pwd: 'ge"hei\\m ü',
  pasv: true,
  path: "/",
  ...change,
});
async function send(change?: Partial<FtpTarget>, signal = new AbortController().signal) {
  const steps: number[] = [];
  await sendByFtp(target(change), file, { signal, progress: (done) => steps.push(done) });
  return steps;
}

describe.each([
  { mode: "passive", pasv: true },
  { mode: "active", pasv: false },
])("FTP, $mode", ({ pasv }) => {
  it("sends the whole file into the folder, which it makes, and leaves no part behind", async () => {
    const steps = await send({ pasv, path: "/geräte/keller 1" });
    const there = path.join(server.files, "geräte/keller 1");
    expect(await readdir(there)).toEqual([NAME]);
    expect((await readFile(path.join(there, NAME))).equals(content)).toBe(true);
    expect(steps.at(-1)).toBe(content.length);
  });

  it("sends over TLS without validation, and refuses a certificate it cannot validate", async () => {
    await send({ pasv, tls: true });
    expect(await readdir(server.files)).toEqual([NAME]);
    await expect(send({ pasv, tls: true, verify: true })).rejects.toThrow("nicht vertrauenswürdig");
  });

  it("says that user or password are wrong", async () => {
    await expect(send({ pasv, pwd: "falsch" })).rejects.toThrow("Benutzername oder Passwort abgelehnt");
  });

  it("says that nobody listens", async () => {
    await expect(send({ pasv, port: await freePort() })).rejects.toThrow("nimmt unter dieser Adresse");
  });

  it("gives up a server that says nothing when it is told to", async () => {
    const held: Socket[] = [];
    const silent: Server = createServer((socket) => held.push(socket.on("error", () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    const stop = new AbortController();
    const sending = send({ pasv, port }, stop.signal);
    setTimeout(() => stop.abort(), 200);
    await expect(sending).rejects.toThrow();
    for (const socket of held) socket.destroy();
    silent.close();
  });

  it("says that the path may not be written", async () => {
    await mkdir(path.join(server.files, "fremd"), { mode: 0o555 });
    await expect(send({ pasv, path: "/fremd" })).rejects.toThrow(/erlaubt|nicht an/);
  });
});

it("keeps the seven newest of this device at the target, and touches no other file", async () => {
  const others = [
    "hubwart-keller-2-20250101T000000Z.tar",
    "notizen.txt",
    "hubwart-dach-20250101T000000Z.tar.age",
  ];
  const old = Array.from({ length: 9 }, (_, at) => `hubwart-keller-2026110${String(at + 1)}T020000Z.tar`);
  for (const name of [...others, ...old]) await writeFile(path.join(server.files, name), "x");
  await send();
  expect((await readdir(server.files)).sort()).toEqual([...old.slice(3), NAME, ...others].sort());
});

it("notices a target that took less than was sent", async () => {
  const full = await startFtpServer({ user: "u", password: "p", config: ["MaxStoreFileSize 1 MB"] });
  await expect(send({ port: full.port, user: "u", pwd: "p" })).rejects.toThrow();
  expect((await readdir(full.files)).filter((name) => name === NAME)).toEqual([]);
  await full.stop();
});
