import net, { type AddressInfo } from "node:net";
import type { FTPContext } from "basic-ftp";
import { afterEach, expect, it } from "vitest";
import { activeTransfer } from "./ftp-active.ts";

const open: (() => unknown)[] = [];
afterEach(() => open.splice(0).forEach((end) => end()));

/** A control connection to a server at 127.0.0.1. */
async function announced(): Promise<{ ftp: FTPContext; port: number }> {
  const server = net.createServer().listen(0, "127.0.0.1");
  const socket = await new Promise<net.Socket>((resolve) => {
    server.once("listening", () => {
      const made = net.connect((server.address() as AddressInfo).port, "127.0.0.1", () => resolve(made));
    });
  });
  let said = "";
  const request = (text: string) => {
    said = text;
    return Promise.resolve({ code: 200, message: "" });
  };
  const ftp = { socket, request } as unknown as FTPContext;
  await activeTransfer(ftp);
  open.push(
    () => server.close(),
    () => socket.destroy(),
    () => ftp.dataSocket?.destroy(),
  );
  return { ftp, port: Number(/\|(\d+)\|$/.exec(said)?.[1]) };
}

it("takes the data from the server alone, however early somebody else comes", async () => {
  const { ftp, port } = await announced();
  const stranger = net.connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
  stranger.on("error", () => undefined);
  await new Promise<void>((resolve) => stranger.once("close", () => resolve()));
  const data = new Promise<string>((resolve) =>
    ftp.dataSocket?.once("data", (chunk: Buffer) => resolve(String(chunk))),
  );
  net.connect({ host: "127.0.0.1", port }).end("ours");
  expect(await data).toBe("ours");
});
