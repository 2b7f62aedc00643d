/** One look at whether an add-on does its work. Ports are asked from outside, so that it holds on every engine. */
import net from "node:net";
import { ask } from "@hubwart/core/http";
import type { AddOn } from "../catalogue/add-on.ts";
import { type AddOnId, containerName } from "../catalogue/ids.ts";
import type { Engine } from "../engine.ts";
import { plainText } from "../plain.ts";
import { texts } from "../texts.ts";

const LOOK_MS = 3_000;

/** undefined: well; otherwise what is wrong, in German. */
export async function healthProblem(id: AddOnId, entry: AddOn, engine: Engine): Promise<string | undefined> {
  const { health } = entry;
  if (health.kind === "command") {
    const { code, output } = await engine.exec(containerName(id), health.argv, LOOK_MS);
    return code === 0 ? undefined : texts.checkSays(lastLine(output) || texts.errorCode(code));
  }
  const port = entry.ports.find(({ container }) => container === health.port)?.host;
  if (port === undefined) return texts.portNotPublished(health.port);
  return health.kind === "tcp" ? tcpProblem(port) : httpProblem(port, health.path);
}

function tcpProblem(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port });
    const end = (problem?: string) => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(LOOK_MS, () => end(texts.serviceSilent));
    socket.once("error", () => end(texts.serviceSilent));
    // The engine's own forwarder accepts before the container does, and closes again at once.
    socket.once("connect", () => setTimeout(() => end(), 250));
    socket.once("close", () => resolve(texts.serviceSilent));
  });
}

async function httpProblem(port: number, path: string): Promise<string | undefined> {
  try {
    const { status } = await ask({
      tls: false,
      to: { host: "127.0.0.1", port, path },
      within: LOOK_MS,
      most: 0,
      longest: Number.POSITIVE_INFINITY,
    });
    return status >= 200 && status < 400 ? undefined : texts.checkGives(status);
  } catch {
    return texts.serviceSilent;
  }
}

export function lastLine(text: string): string {
  return plainText(text.trim().split("\n").at(-1) ?? "")
    .trim()
    .slice(0, 500);
}
