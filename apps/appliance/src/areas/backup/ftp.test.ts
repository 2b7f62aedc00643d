/** What a transfer does with a server that answers as it should not; the server is a few lines in this process. */
import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { fetchByFtp, sendByFtp } from "./ftp.ts";
import { type Answer, listed, NAME, useFtp } from "./ftp-testing.ts";
import type { FtpTarget } from "./settings.ts";

const OLD = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `hubwart-keller-2026110${day}T020000Z.tar`);
const ftp = useFtp();
beforeEach(() => writeFile(path.join(ftp.folder, NAME), "0123456789"));

/** @returns the target, and the commands it was given */
async function server(
  answers: Record<string, Answer>,
  there = [...OLD, NAME],
): Promise<{ target: FtpTarget; asked: string[] }> {
  const asked: string[] = [];
  let open: Socket | undefined;
  const target = await ftp.server({
    answers,
    data: (socket) => {
      open = socket.resume();
    },
    heard: (line, verb) => {
      asked.push(line);
      if (verb === "LIST") open?.end(there.map(listed).join(""));
    },
  });
  return { target, asked };
}
const quietly = (answerWithin = 30_000) => ({
  signal: new AbortController().signal,
  progress: () => undefined,
  answerWithin,
});
const send = (target: FtpTarget, within?: number) =>
  sendByFtp(target, path.join(ftp.folder, NAME), quietly(within));

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

it("a server that tells sizes in no way is believed that it took all", async () => {
  const { asked, target } = await server({ SIZE: "502 what?", LIST: "550 not you" });
  await send(target);
  expect(asked).toContain(`RNTO ${NAME}`);
  const file = path.join(ftp.folder, "fetched");
  await expect(fetchByFtp(target, NAME, file, quietly())).rejects.toThrow("sagt nicht, wie groß");
});

it.each(["PASS", "CWD"])("a server that trickles lines to %s is left", async (verb) => {
  const trickle = (socket: Socket) => {
    const timer = setInterval(() => socket.write("230-still here\r\n"), 20);
    ftp.atEnd(() => clearInterval(timer));
  };
  const { target } = await server({ [verb]: trickle });
  await expect(send(target, 100)).rejects.toThrow("zu langsam");
});

it("a server that takes its time with each command of the sign-in is left, though it is never silent for long", async () => {
  const slow = (text: string) => (socket: Socket) => {
    const timer = setTimeout(() => socket.write(`${text}\r\n`), 80);
    ftp.atEnd(() => clearTimeout(timer));
  };
  const answers = Object.fromEntries(
    ["FEAT", "TYPE", "STRU", "OPTS"].map((verb) => [verb, slow("200 well")]),
  );
  const { asked, target } = await server({ ...answers, USER: slow("331 go on"), PASS: slow("230 welcome") });
  await expect(send(target, 100)).rejects.toThrow("zu langsam");
  expect(asked.filter((line) => line.startsWith("STOR"))).toEqual([]);
});
