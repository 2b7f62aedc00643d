/** FTP servers that mean harm: what they can do is keep a backup from being fetched, and no more. */
import { readdir } from "node:fs/promises";
import type { Socket } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { fetchByFtp, listByFtp } from "./ftp.ts";
import { listed, NAME, useFtp } from "./ftp-testing.ts";

const quietly = () => ({ signal: new AbortController().signal, progress: () => undefined });
const ftp = useFtp();

/** Sends as fast as it is taken, until nobody takes it any more. */
function endless(socket: Socket, text: string): void {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

it("that names another address for the data leads nowhere", async () => {
  let visited = 0;
  const victim = await ftp.listening((socket) => {
    visited += 1;
    socket.destroy();
  });
  const elsewhere = `227 there (192,0,2,1,${victim >> 8},${victim & 0xff})`;
  const target = await ftp.server({ answers: { EPSV: "500 no", PASV: elsewhere } });
  await expect(listByFtp(target, quietly())).rejects.toThrow("andere Adresse");
  expect(visited).toBe(0);
});

it("that lists without end is left", async () => {
  const line = listed(NAME);
  const target = await ftp.server({ data: (socket) => endless(socket, line) });
  await expect(listByFtp(target, quietly())).rejects.toThrow("zu viele Dateien");
});

it("that lists names which lead elsewhere has none of them shown", async () => {
  const names = [`../${NAME}`, `/etc/${NAME}`, `${NAME}/..`, NAME, `a b\t${NAME}`, `${NAME}\0x`];
  const lines = names.map(listed).join("");
  const target = await ftp.server({ data: (socket) => socket.end(lines) });
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
    const target = await ftp.server({
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
  const target = await ftp.server({ data: (socket) => socket.end(text) });
  await expect(listByFtp(target, quietly())).rejects.toThrow(
    "Der FTP-Server schickt ein Verzeichnis, das sich nicht lesen lässt.",
  );
});

it.each<[string, Record<string, string>, string]>([
  ["refuses the password", { PASS: "530 no" }, "Benutzername oder Passwort abgelehnt"],
  ["knows no such path", { CWD: "550 no" }, "gibt es diesen Pfad oder diese Datei nicht"],
  ["has too many visitors", { USER: "421 later" }, "nimmt zurzeit keine Verbindung an"],
  [
    "names no port for the data",
    { EPSV: "229 somewhere", PASV: "227 somewhere" },
    "ohne dass der FTP-Server einen Grund",
  ],
  ["may not be listed", { LIST: "550 no" }, "gibt es diesen Pfad oder diese Datei nicht"],
])("that %s is told as such when it is listed", async (_, answers, text) => {
  await expect(listByFtp(await ftp.server({ answers }), quietly())).rejects.toThrow(text);
});

it("that answers without end is left", async () => {
  const target = await ftp.server({ answers: { CWD: (socket) => endless(socket, "250-more\r\n") } });
  await expect(listByFtp(target, quietly())).rejects.toThrow(/Der FTP-Server/);
});

it("that sends more than it said, or says nonsense, leaves nothing that counts", async () => {
  const file = path.join(ftp.folder, "fetched");
  const more = await ftp.server({ data: (socket) => endless(socket, "x") });
  await expect(fetchByFtp(more, NAME, file, quietly())).rejects.toThrow();
  for (const size of ["213 -5", "213 viel", "213 1e99", "213 99999999999999999999"]) {
    const lies = await ftp.server({ answers: { SIZE: size }, data: (socket) => socket.end("0123456789") });
    await expect(fetchByFtp(lies, NAME, `${file}-${size.length}`, quietly()), size).rejects.toThrow();
  }
  expect((await readdir(ftp.folder)).length).toBeLessThan(6);
});
