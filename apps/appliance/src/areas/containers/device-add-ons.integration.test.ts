/** The way to the device service, before one that behaves as no service should. */
import net from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { ResultError, UnavailableError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeviceAddOns } from "./device-add-ons.ts";

const folder = useFolder();
let server: net.Server;
let sockets: Set<net.Socket>;
let requests: string[];
/** What came with the last request at once. */
let heard = "";
let behave: (socket: net.Socket) => void;
let addOns: DeviceAddOns;

beforeEach(async () => {
  sockets = new Set();
  requests = [];
  server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (chunk) => {
      heard = String(chunk);
      requests.push(heard.trim());
      behave(socket);
    });
  });
  const file = path.join(folder(), "containers.sock");
  await new Promise<void>((resolve) => server.listen(file, resolve));
  addOns = new DeviceAddOns(file);
});
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  await new Promise((resolve) => server.close(resolve));
});

const answer =
  (...lines: object[]) =>
  (socket: net.Socket) =>
    void socket.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

describe("the add-ons of a device", () => {
  it("asks a verb and takes its answer", async () => {
    behave = answer({ ok: true, value: true });
    expect(await addOns.hasImage("grafana")).toBe(true);
    expect(requests).toEqual(['{"verb":"has-image","id":"grafana"}']);
    behave = answer({ ok: true, value: null });
    expect(await addOns.stop("grafana")).toBeUndefined();
  });

  it("tells how far a pull is, also in lines that come in pieces", async () => {
    const text = `${JSON.stringify({ progress: { done: 1, total: 2 } })}\n${JSON.stringify({ ok: true, value: { newer: true } })}\n`;
    behave = (socket) => {
      socket.setNoDelay(true);
      const pieces = text.match(/.{1,7}/gs) ?? [];
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) return void socket.end();
        return void socket.write(piece, () => setImmediate(next));
      };
      next();
    };
    const seen: unknown[] = [];
    expect(await addOns.pull("grafana", (now) => seen.push(now))).toEqual({ newer: true });
    expect(seen).toEqual([{ done: 1, total: 2 }]);
  });

  it("throws the error the service answered", async () => {
    behave = answer({ ok: false, error: { kind: "result", code: 1002, message: "Port 9000 ist belegt." } });
    const error = await addOns.apply("caddyproxy", { rules: [] }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ResultError);
    expect(error).toMatchObject({ code: 1002, message: "Port 9000 ist belegt." });
  });

  it.each([
    ["hangs up at once", (socket: net.Socket) => void socket.destroy()],
    ["answers nothing and ends", (socket: net.Socket) => void socket.end()],
    ["ends in the middle", (socket: net.Socket) => void socket.end('{"ok":tr')],
    ["answers no JSON", (socket: net.Socket) => void socket.end("ja\n")],
    ["answers something else", (socket: net.Socket) => void socket.end('{"progress":7}\n')],
  ])("says so when the service %s", async (_name, how) => {
    behave = how;
    await expect(addOns.state("grafana")).rejects.toThrow(UnavailableError);
  });

  it("says so when there is no service", async () => {
    await expect(new DeviceAddOns(path.join(folder(), "none")).overview()).rejects.toThrow(UnavailableError);
  });

  it("hands over lines of the log, and ends the connection when nobody wants them any more", async () => {
    behave = (socket) => {
      for (let i = 0; i < 3; i += 1)
        socket.write(`${JSON.stringify({ line: { ts: i, stream: "stdout", text: `z${i}` } })}\n`);
    };
    const seen: string[] = [];
    for await (const { text } of addOns.logs("grafana", { tail: 3, follow: true })) {
      seen.push(text);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(["z0", "z1", "z2"]);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("takes an archive in pieces, and sends one as fast as it is taken, to its end", async () => {
    const chunk = (text: string) => ({ chunk: Buffer.from(text).toString("base64") });
    behave = answer(chunk("ab"), chunk("c"), { ok: true, value: null });
    const got: Uint8Array[] = [];
    for await (const part of addOns.save("grafana", {})) got.push(part);
    expect(Buffer.concat(got).toString()).toBe("abc");
    let text = "";
    behave = (socket) => {
      text = heard;
      socket.on("data", (part) => {
        text += part.toString();
        if (text.includes('"end"')) answer({ ok: true, value: null })(socket);
      });
    };
    const large = Buffer.alloc(1_000_000, "x");
    await addOns.load("grafana", {}, Readable.from([large, Buffer.from("y")]));
    const [request = "", ...rest] = text.trim().split("\n");
    expect(JSON.parse(request)).toEqual({ verb: "load", id: "grafana", args: {} });
    const lines = rest.map((line) => JSON.parse(line) as { chunk?: string; end?: boolean });
    expect(lines.at(-1)).toEqual({ end: true });
    const sent = Buffer.concat(lines.map((line) => Buffer.from(line.chunk ?? "", "base64")));
    expect(sent.equals(Buffer.concat([large, Buffer.from("y")]))).toBe(true);
  });

  it("says so when an archive cannot be read, or nobody takes it", async () => {
    behave = () => undefined;
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("a");
        throw new Error("disk");
      })(),
    );
    await expect(addOns.load("grafana", {}, broken)).rejects.toThrow(UnavailableError);
    behave = (socket) => void socket.destroy();
    const large = Readable.from([Buffer.alloc(4_000_000)]);
    await expect(addOns.load("grafana", {}, large)).rejects.toThrow(UnavailableError);
    const cut = async () => {
      for await (const _ of addOns.save("grafana", {})) continue;
    };
    await expect(cut()).rejects.toThrow(UnavailableError);
  });

  it("watches until it is called off, and throws when the service goes away", async () => {
    const changed: string[] = [];
    behave = (socket) => void socket.write('{"changed":"s4q_grafana"}\n');
    const control = new AbortController();
    const watching = addOns.watch(control.signal, (name) => changed.push(name));
    await expect.poll(() => changed).toEqual(["s4q_grafana"]);
    control.abort();
    await watching;
    const second = addOns.watch(new AbortController().signal, () => undefined);
    await expect.poll(() => requests.length).toBe(2);
    sockets.forEach((socket) => socket.destroy());
    await expect(second).rejects.toThrow(UnavailableError);
  });
});
