import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { afterEach, expect, it } from "vitest";
import { createLicenseServer } from "./license-server.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

async function said(answer: (response: ServerResponse) => void): Promise<ResultError> {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const error: unknown = await createLicenseServer(base)
    .activate("AB-1", "ab".repeat(32))
    .catch((raised: unknown) => raised);
  if (!(error instanceof ResultError)) expect.fail("not refused");
  return error;
}

it.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    "breaks off",
    (response) => response.destroy(),
    /fehlgeschlagen\. 127\.0\.0\.1:\d+ hat die Verbindung unterbrochen\.$/,
  ],
  ["has a defect", (response) => response.writeHead(500).end("{}"), /antwortet mit dem HTTP-Status 500/],
  ["is a sign-in page", (response) => response.end("<html>"), /etwas anderem als einer Lizenz/],
  [
    "gives a licence that is too long",
    (response) => response.end(JSON.stringify({ license: "x".repeat(20_000) })),
    /Lizenz des Lizenzservers ist zu lang/,
  ],
  [
    "sends without an end",
    (response) => response.end("x".repeat(100_000)),
    /mehr, als eine Lizenz sein kann/,
  ],
])("a service that %s is told as that", async (_what, answer, text) => {
  const error = await said(answer);
  expect(error.code).toBe(CODES.licenseServer);
  expect(error.message).toMatch(text);
});

it("tells what the service itself refuses", async () => {
  const error = await said((response) => response.writeHead(403).end('{"error":"refused"}'));
  expect([error.code, error.message]).toEqual([
    CODES.licenseRefused,
    "Dieser Lizenzschlüssel ist abgelaufen oder gesperrt.",
  ]);
});
