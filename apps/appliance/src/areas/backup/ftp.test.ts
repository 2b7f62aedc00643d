/** What a transfer does with a server that answers as it should not; the server is a few lines in this process. */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sendByFtp } from "./ftp.ts";
import type { FtpTarget } from "./settings.ts";

const NAME = "hubwart-keller-20261121T020000Z.tar";
const OLD = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `hubwart-keller-2026110${day}T020000Z.tar`);
let folder: string;
const open: (() => void)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ftp-"));
  await writeFile(path.join(folder, NAME), "0123456789");
});
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await rm(folder, { recursive: true });
});

async function listening(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    open.push(() => socket.destroy());
    serve(socket);
  });
  open.push(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

type Answer = string | ((socket: Socket) => void);
/** @returns the target, and the commands it was given */
async function server(
  answers: Record<string, Answer>,
  there = [...OLD, NAME],
): Promise<{ target: FtpTarget; asked: string[] }> {
  const asked: string[] = [];
  const lists = there.map((name) => `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${name}\r\n`).join("");
  let data: Socket | undefined;
  const dataPort = await listening((socket) => {
    data = socket.resume();
  });
  const usual: Record<string, string> = {
    USER: "331 go on",
    PASS: "230 welcome",
    PWD: '257 "/"',
    CWD: "250 there",
    SIZE: "213 10",
    EPSV: `229 here (|||${dataPort}|)`,
    LIST: "150 comes\r\n226 done",
    STOR: "150 send\r\n226 done",
    RNFR: "350 to?",
    RNTO: "250 renamed",
    DELE: "250 gone",
  };
  const port = await listening((socket) => {
    socket.write("220 hello\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString("latin1").split("\r\n").filter(Boolean)) {
        const [verb = ""] = line.split(" ");
        asked.push(line);
        if (verb === "LIST") data?.end(lists);
        const answer = answers[verb] ?? usual[verb] ?? "200 as you like";
        if (typeof answer === "function") answer(socket);
        else socket.write(`${answer}\r\n`);
      }
    });
  });
  const target = {
    use: true,
    tls: false,
    verify: false,
    host: "127.0.0.1",
    port,
    user: "u",
    pwd: "p",
    pasv: true,
  };
  return { target: { ...target, path: "/" }, asked };
}
const quietly = (answerWithin = 30_000) => ({
  signal: new AbortController().signal,
  progress: () => undefined,
  answerWithin,
});
const send = (target: FtpTarget, within?: number) =>
  sendByFtp(target, path.join(folder, NAME), quietly(within));

it("a backup takes its name only once it is there whole, and the part of one that is not goes", async () => {
  const { asked, target } = await server({ SIZE: "213 7" });
  await expect(send(target)).rejects.toThrow("7 von 10 Bytes");
  expect(asked.filter((line) => line.startsWith("RNTO"))).toEqual([]);
  expect(asked).toContain(`DELE ${NAME}.part`);
});

it("a backup that arrived has arrived, also where nothing may be removed", async () => {
  const { asked, target } = await server({ DELE: "550 no" });
  await send(target);
  expect(asked).toContain(`RNTO ${NAME}`);
  expect(asked).toContain(`DELE ${OLD[0] ?? ""}`);
});

it.each(["425 no data here", "550 no", (socket: Socket) => void socket.destroy()])(
  "a backup that arrived has arrived, also where nothing can be listed: %s",
  async (list) => {
    const { asked, target } = await server({ LIST: list });
    await send(target);
    expect(asked.filter((line) => line.startsWith("STOR"))).toHaveLength(1);
  },
);

it("what sendings left that were cut off goes with the next one, and nothing of anybody else", async () => {
  const [old = ""] = OLD;
  const others = ["hubwart-keller-dach-20261101T020000Z.tar.part", "notes.part", `${NAME}.part.part`];
  const { asked, target } = await server({}, [`${old}.part`, ...others, NAME]);
  await send(target);
  expect(asked.filter((line) => line.startsWith("DELE"))).toEqual([`DELE ${old}.part`]);
});

it("a server that does not know sizes is asked for its list", async () => {
  const { asked, target } = await server({ SIZE: "502 what?" });
  await expect(send(target)).rejects.toThrow("502");
  expect(asked.filter((line) => line.startsWith("LIST"))).toHaveLength(1);
  const other = await server({ SIZE: "502 what?" }, [`${NAME}.part`]);
  await send(other.target);
  expect(other.asked).toContain(`RNTO ${NAME}`);
});

it.each(["PASS", "CWD"])("a server that trickles lines to %s is left", async (verb) => {
  const trickle = (socket: Socket) => {
    const timer = setInterval(() => socket.write("230-still here\r\n"), 20);
    open.push(() => clearInterval(timer));
  };
  const { target } = await server({ [verb]: trickle });
  await expect(send(target, 100)).rejects.toThrow("zu langsam");
});
