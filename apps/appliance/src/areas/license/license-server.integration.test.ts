import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CODES } from "@hubwart/contract";
import { makePair } from "@hubwart/testing";
import { afterEach, expect, it } from "vitest";
import { createLicenseServer } from "./license-server.ts";

let end: () => unknown;
afterEach(() => end());

it.each([
  ["nobody vouches for", undefined, /abgelehnt: die Zertifizierungsstelle ist nicht/],
  ["stands for another name", ["DNS:elsewhere.test"], /abgelehnt: /],
])("a licence service with a certificate that %s is told as that", async (_what, names, text) => {
  const { pair } = await makePair(names);
  const server = createServer(pair, (_request, response) => response.end("{}"));
  end = () => server.close();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refused = createLicenseServer(base).activate("AB-1", "ab".repeat(32));
  await expect(refused).rejects.toMatchObject({
    code: CODES.licenseServer,
    message: expect.stringMatching(text),
  });
});
