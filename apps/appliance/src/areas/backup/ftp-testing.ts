/** An FTP server of a few lines for tests: it speaks as much as the client asks for, and answers as each test wants. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { FtpTarget } from "./settings.ts";

export const NAME = "hubwart-keller-20261121T020000Z.tar";

export type Answer = string | ((socket: Socket) => void);
export interface Behaviour {
  /** In place of the usual answers, by verb. */
  answers?: Record<string, Answer>;
  /** What becomes of a connection for data. */
  data?: (socket: Socket) => void;
  /** Is told each command before it is answered. */
  heard?: (line: string, verb: string) => void;
}

/** Servers and a folder for each test of a file; all of it ends with the test. */
export function useFtp() {
  let folder = "";
  const open: (() => void)[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "ftp-"));
  });
  afterEach(async () => {
    for (const end of open.splice(0)) end();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns the port */
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

  async function server({ answers = {}, data, heard }: Behaviour): Promise<FtpTarget> {
    const dataPort = await listening(data ?? ((socket) => socket.end()));
    const usual: Record<string, string> = {
      USER: "331 go on",
      PASS: "230 welcome",
      PWD: '257 "/"',
      CWD: "250 there",
      SIZE: "213 10",
      EPSV: `229 here (|||${dataPort}|)`,
      LIST: "150 comes\r\n226 done",
      RETR: "150 comes\r\n226 done",
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
          heard?.(line, verb);
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

  return {
    listening,
    server,
    atEnd: (end: () => void) => void open.push(end),
    get folder() {
      return folder;
    },
  };
}

/** A line of a listing. */
export const listed = (name: string): string => `-rw-r--r-- 1 u u 10 Nov 21 02:00 ${name}\r\n`;
