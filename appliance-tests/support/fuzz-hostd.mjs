/**
 * Sends each line of a file, base64, to the device service on a connection of its own and tells in JSON what came
 * back. Runs inside the device, with the rights of the appliance.
 *
 *     node fuzz-hostd.mjs FILE SOCKET
 */
import { readFileSync } from "node:fs";
import net from "node:net";

const PARALLEL = 8;
const KINDS = new Set(["invalid", "not-found", "conflict", "result", "unavailable", "denied"]);

const [, , file, SOCKET] = process.argv;
const lines = readFileSync(file, "utf8").split("\n");
const result = { sent: 0, accepted: {}, refused: 0, silent: 0, wrong: [] };

function send(content) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path: SOCKET, allowHalfOpen: true });
    let text = "";
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.end(content));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    // It may hang up before it has read all.
    socket.on("error", (error) =>
      ["EPIPE", "ECONNRESET"].includes(error.code) ? resolve(text) : reject(error),
    );
    socket.on("close", () => resolve(text));
  });
}

function judge(content, text) {
  result.sent += 1;
  if (text === "") {
    result.silent += 1;
    return;
  }
  try {
    if (!text.endsWith("\n")) throw new Error("half a line");
    const answers = text
      .trimEnd()
      .split("\n")
      .map((one) => JSON.parse(one));
    const answer = answers.pop();
    // Lines that may come before the answer; the archive of `save` for one.
    if (answers.some((one) => !("progress" in one || "chunk" in one)))
      throw new Error("more than one answer");
    if (answer.ok === true) {
      const { verb } = JSON.parse(content.toString().split("\n").find(Boolean));
      if (verb !== "save" && answers.some((one) => "chunk" in one))
        throw new Error("an archive nobody asked for");
      result.accepted[verb] = (result.accepted[verb] ?? 0) + 1;
    } else if (KINDS.has(answer.kind ?? answer.error?.kind)) result.refused += 1;
    else throw new Error("no such kind");
  } catch (error) {
    result.wrong.push([String(error), content.toString(), text]);
  }
}

async function work() {
  for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
    const content = Buffer.from(line, "base64");
    judge(content, await send(content));
  }
}
await Promise.all(Array.from({ length: PARALLEL }, work));
process.stdout.write(`${JSON.stringify(result)}\n`);
