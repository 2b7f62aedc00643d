import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fetchCalendar, next } from "./fetch.ts";

let server: http.Server;
let location: string | undefined;
let asked = 0;
let origin = "";
beforeEach(async () => {
  asked = 0;
  server = http.createServer((request, response) => {
    asked += 1;
    if (request.url === "/end") return void response.end(request.headers.authorization ?? "none");
    response.writeHead(302, location === undefined ? {} : { location }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const get = (address = `${origin}/`) =>
  fetchCalendar(address, {
    product: "hubwart",
    most: 1_000,
    within: 5_000,
    signal: new AbortController().signal,
  });

it.each([
  ["to this device", "http://127.0.0.2/", "Adresse dieses Geräts"],
  ["to a file", "file:///etc/passwd", "http:// oder https://"],
  ["in a circle", "/", "verweist zu oft"],
  ["to nowhere", "http://", "verweist zu oft oder auf keine"],
  ["without a word", undefined, "Status 302"],
])("follows no redirection %s", async (_, to, text) => {
  location = to;
  await expect(get()).rejects.toThrow(text);
  expect(asked).toBeLessThanOrEqual(6);
});

it("follows one that leads somewhere, with what the address says of who asks", async () => {
  location = "/end";
  expect((await get())?.body.toString()).toBe("none");
  const basic = Buffer.from("wer:was").toString("base64");
  expect((await get(`${origin.replace("//", "//wer:was@")}/end`))?.body.toString()).toBe(`Basic ${basic}`);
});

it("gives encryption up for no redirection", () => {
  expect(() => next(new URL("https://a.example/"), "http://b.example/")).toThrow(
    "ohne Verschlüsselung auf b.example",
  );
  expect(next(new URL("http://a.example/"), "//b.example/x").href).toBe("http://b.example/x");
});
