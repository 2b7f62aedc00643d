import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { type FtpServer, freePort, startFtpServer } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fetchByFtp, listByFtp, sendByFtp } from "./ftp.ts";
import type { FtpTarget } from "./settings.ts";

const NAME = "hubwart-keller-20261121T020000Z.tar";
const folder = useSharedFolder();
let server: FtpServer;
let file: string;
const content = Buffer.alloc(3 * 1024 * 1024, "Sicherung ");
beforeAll(async () => {
  server = await startFtpServer({ user: "sicherung", password: 'ge"hei\\m ü' });
  file = path.join(folder(), NAME);
  await writeFile(file, content);
});
afterAll(() => server.stop());
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

const quietly = () => ({ signal: new AbortController().signal, progress: () => undefined });

/** Takes connections and says nothing. */
async function silentServer() {
  const held: Socket[] = [];
  const silent: Server = createServer((socket) => held.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const end = () => {
    for (const socket of held) socket.destroy();
    silent.close();
  };
  return { port: (silent.address() as { port: number }).port, end };
}

describe.each([
  { mode: "passive", pasv: true },
  { mode: "active", pasv: false },
])("FTP, $mode", ({ mode, pasv }) => {
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

  it("gives up a server that says nothing, after a while or when it is told to", async () => {
    const silent = await silentServer();
    await expect(
      sendByFtp(target({ pasv, port: silent.port }), file, { ...quietly(), answerWithin: 300 }),
    ).rejects.toThrow("Der FTP-Server antwortet nicht.");
    const stop = new AbortController();
    const sending = send({ pasv, port: silent.port }, stop.signal);
    setTimeout(() => stop.abort(), 200);
    await expect(sending).rejects.toThrow();
    silent.end();
  });

  it("lists backups, the newest first, and fetches one whole", async () => {
    const names = [NAME, "hubwart-keller-20261122T020000Z.tar.age", "hubwart-dach-20261101T020000Z.tar"];
    for (const name of [...names, "notizen.txt", `${NAME}.part`])
      await writeFile(path.join(server.files, name), name === NAME ? content : "x");
    const found = await listByFtp(target({ pasv }), quietly());
    expect(found.map(({ name }) => name)).toEqual([names[1], names[0], names[2]]);
    expect(found[1]?.size).toBe(content.length);
    const fetched = path.join(folder(), `fetched-${mode}`);
    await fetchByFtp(target({ pasv }), NAME, fetched, quietly());
    expect((await readFile(fetched)).equals(content)).toBe(true);
  });

  it("says that a path or a file is not there", async () => {
    const nowhere = expect.stringContaining("gibt es diesen Pfad oder diese Datei nicht");
    await expect(listByFtp(target({ pasv, path: "/fehlt" }), quietly())).rejects.toMatchObject({
      message: nowhere,
    });
    const gone = fetchByFtp(target({ pasv }), NAME, path.join(folder(), "nothing"), quietly());
    await expect(gone).rejects.toMatchObject({ message: nowhere });
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

it("says that the server was cut off, in the middle of sending and of fetching", async () => {
  // So slow that there is a middle.
  const config = ["TransferRate STOR,RETR 200"];
  for (const doing of ["send", "fetch"]) {
    const slow = await startFtpServer({ user: "u", password: "p", config });
    const there = target({ port: slow.port, user: "u", pwd: "p" });
    const cut = {
      signal: new AbortController().signal,
      progress: (done: number) => done > 60_000 && slow.stop(),
    };
    if (doing === "fetch") await writeFile(path.join(slow.files, NAME), content);
    const work =
      doing === "send"
        ? sendByFtp(there, file, cut)
        : fetchByFtp(there, NAME, path.join(folder(), "half"), cut);
    await expect(work, doing).rejects.toThrow("Der FTP-Server hat die Verbindung abgebrochen");
  }
});
