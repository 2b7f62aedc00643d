/** FTP servers that mean harm: what they can do is keep a backup from being fetched, and no more. */
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fetchByFtp, listByFtp } from "./ftp.ts";
import type { FtpTarget } from "./settings.ts";

const NAME = "hubwart-keller-20261121T020000Z.tar";
const quietly = () => ({ signal: new AbortController().signal, progress: () => undefined });

let folder: string;
const open: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ftp-hostile-"));
});
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await rm(folder, { recursive: true, force: true });
});

async function listening(serve: (socket: Socket) => void, host = "127.0.0.1"): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    open.push(() => socket.destroy());
    serve(socket);
  });
  open.push(() => server.close());
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Sends as fast as it is taken, until nobody takes it any more. */
function endless(socket: Socket, text: string): void {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

interface Evil {
  /** In place of the usual answer. */
  answers?: Record<string, string | ((socket: Socket) => void)>;
  data?: (socket: Socket) => void;
}

/** Speaks as much FTP as the client asks for. */
async function evilServer({ answers = {}, data = (socket) => socket.end() }: Evil): Promise<FtpTarget> {
  const dataPort = await listening(data);
  const usual: Record<string, string> = {
    USER: "331 go on",
    PASS: "230 welcome",
    CWD: "250 there",
    SIZE: "213 10",
    EPSV: `229 here (|||${dataPort}|)`,
    LIST: "150 comes\r\n226 done",
    RETR: "150 comes\r\n226 done",
  };
  const port = await listening((socket) => {
    socket.write("220 hello\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString("latin1").split("\r\n").filter(Boolean)) {
        const [verb = ""] = line.split(" ");
        const answer = answers[verb] ?? usual[verb] ?? "200 as you like";
        if (typeof answer === "function") answer(socket);
        else socket.write(`${answer}\r\n`);
      }
    });
  });
  return {
    use: true,
    tls: false,
    verify: false,
    host: "127.0.0.1",
    port,
    user: "u",
    pwd: "p",
    pasv: true,
    path: "/",
  };
}

it("that names another address for the data leads nowhere", async () => {
  let visited = 0;
  const victim = await listening((socket) => {
    visited += 1;
    socket.destroy();
  }, "127.0.0.1");
  const elsewhere = `227 there (192,0,2,1,${victim >> 8},${victim & 0xff})`;
  const target = await evilServer({ answers: { EPSV: "500 no", PASV: elsewhere } });
  await expect(listByFtp(target, quietly())).rejects.toThrow("andere Adresse");
  expect(visited).toBe(0);
});

it("that lists without end is left", async () => {
  const line = `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${NAME}\r\n`;
  const target = await evilServer({ data: (socket) => endless(socket, line) });
  await expect(listByFtp(target, quietly())).rejects.toThrow("zu viele Dateien");
});

it("that lists names which lead elsewhere has none of them shown", async () => {
  const names = [`../${NAME}`, `/etc/${NAME}`, `${NAME}/..`, NAME, `a b\t${NAME}`, `${NAME}\0x`];
  const lines = names.map((name) => `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${name}\r\n`).join("");
  const target = await evilServer({ data: (socket) => socket.end(lines) });
  expect(await listByFtp(target, quietly())).toEqual([{ name: NAME, size: 10 }]);
});

it("that lists folders, a name twice and sizes that are none has what can be fetched shown, and nothing else", async () => {
  const of = (day: number) => `hubwart-keller-202611${String(day)}T020000Z.tar`;
  const unix = [
    `drwxr-xr-x 1 u u 4096 Nov 21 02:00 ${of(10)}`,
    `-rw-r--r-- 1 u u 99999999999999999999 Nov 21 02:00 ${of(12)}`,
    `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${of(13)}`,
    `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${of(13)}`,
  ];
  const mlsd = [
    `type=dir;size=1; ${of(10)}`,
    `type=file;size=viel; ${of(11)}`,
    `type=file;size=-5; ${of(12)}`,
    `type=file;size=10; ${of(13)}`,
    `type=file;size=10; ${of(13)}`,
  ];
  const answers = { FEAT: "211-Features\r\n MLST type*;size*;\r\n211 End", MLSD: "150 comes\r\n226 done" };
  for (const [lines, given] of [
    [unix, {}],
    [mlsd, answers],
  ] as const) {
    const target = await evilServer({
      answers: given,
      data: (socket) => socket.end(lines.map((line) => `${line}\r\n`).join("")),
    });
    expect(await listByFtp(target, quietly())).toEqual([{ name: of(13), size: 10 }]);
  }
});

it.each([
  ["nonsense", "alles ist gut\r\nwirklich\r\n"],
  ["bytes of nothing", "\0\u0001\u00ff".repeat(1_000)],
  ["a web page", "<html><body>Index of /</body></html>\r\n"],
])("that lists %s is told as such", async (_, text) => {
  const target = await evilServer({ data: (socket) => socket.end(text) });
  await expect(listByFtp(target, quietly())).rejects.toThrow(
    "Der FTP-Server schickt ein Verzeichnis, das sich nicht lesen lässt.",
  );
});

it.each<[string, Record<string, string>, string]>([
  ["refuses the password", { PASS: "530 no" }, "Benutzername oder Passwort abgelehnt"],
  ["knows no such path", { CWD: "550 no" }, "gibt es diesen Pfad oder diese Datei nicht"],
  ["has too many visitors", { USER: "421 later" }, "nimmt zurzeit keine Verbindung an"],
  ["may not be listed", { LIST: "550 no" }, "gibt es diesen Pfad oder diese Datei nicht"],
])("that %s is told as such when it is listed", async (_, answers, text) => {
  await expect(listByFtp(await evilServer({ answers }), quietly())).rejects.toThrow(text);
});

it("that answers without end is left", async () => {
  const target = await evilServer({ answers: { CWD: (socket) => endless(socket, "250-more\r\n") } });
  await expect(listByFtp(target, quietly())).rejects.toThrow(/Der FTP-Server/);
});

it("that sends more than it said, or says nonsense, leaves nothing that counts", async () => {
  const file = path.join(folder, "fetched");
  const more = await evilServer({ data: (socket) => endless(socket, "x") });
  await expect(fetchByFtp(more, NAME, file, quietly())).rejects.toThrow();
  for (const size of ["213 -5", "213 viel", "213 1e99", "213 99999999999999999999"]) {
    const lies = await evilServer({ answers: { SIZE: size }, data: (socket) => socket.end("0123456789") });
    await expect(fetchByFtp(lies, NAME, `${file}-${size.length}`, quietly()), size).rejects.toThrow();
  }
  expect((await readdir(folder)).length).toBeLessThan(6);
});
