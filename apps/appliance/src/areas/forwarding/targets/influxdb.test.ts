import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { quietDocument } from "../testing.ts";
import { influxAccess, influxTarget } from "./influxdb.ts";

const keys = { token: "ours", org: "hub", bucket: "hub_state" };
const addOn = { ...keys, tokenFor: (typed: string) => (typed === "renewed since" ? "ours" : typed) };

it("what was left empty is the add-on's own; what was typed counts", () => {
  const empty = { token: "", org: "", bucket: "" };
  expect(influxAccess(empty, addOn)).toEqual(keys);
  expect(influxAccess({ ...empty, bucket: "mine" }, addOn)).toEqual({ ...keys, bucket: "mine" });
  const typed = { token: "t", org: "", bucket: "b" };
  expect(influxAccess(typed, addOn)).toEqual(typed);
  expect(influxAccess({ ...typed, token: "renewed since" }, addOn)).toEqual({ ...typed, token: "ours" });
  expect(influxAccess(empty, undefined)).toEqual(empty);
});

const servers = useOpen((server: ReturnType<typeof createServer>) => server.close());

it.each(["/ping", "/api/v2/write"])("hands on how long %s asks to wait", async (busy) => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith(busy)) response.writeHead(503, { "retry-after": "300" }).end();
    else response.writeHead(204, { "x-influxdb-version": "v2.7.12" }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const target = influxTarget({ settings: () => keys, host: "127.0.0.1", port, shown: "influxdb" });
  const { signal } = new AbortController();
  await expect(target.send(JSON.stringify(quietDocument()), signal)).rejects.toMatchObject({
    retryAfter: 300_000,
  });
});
