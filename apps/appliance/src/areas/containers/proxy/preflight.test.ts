import { expect, it } from "vitest";
import { hopsOfTrial } from "./preflight.ts";

it.each([
  ["status=200 end=--", true, "Das Ziel antwortet mit HTTP 200"],
  ["status=404 end=--", true, "Das Ziel antwortet mit HTTP 404"],
  ["status=500 end=--", false, "Das Ziel antwortet mit HTTP 500"],
  ["status=503 end=SC", false, "Der Proxy erreicht das Ziel nicht"],
  ["status=503 end=sC", false, "Der Proxy erreicht das Ziel nicht"],
  ["status=504 end=sH", false, "ohne Antwort"],
  ["status=502 end=SH", false, "nicht mit HTTP"],
  ["status=502 end=PH", false, "nicht mit HTTP"],
])("%s", (printed, ok, text) => {
  expect(hopsOfTrial(`${printed}\n`, "http")).toEqual([
    { hop: "http", ok, text: expect.stringContaining(text) },
  ]);
});

it("a certificate that the proxy does not take, and one it takes", () => {
  expect(hopsOfTrial("refused\n", "https")).toMatchObject([{ hop: "tls", ok: false }]);
  expect(hopsOfTrial("status=200 end=--\n", "https")).toMatchObject([
    { hop: "tls", ok: true },
    { hop: "http", ok: true },
  ]);
  expect(hopsOfTrial("", "http")).toEqual([]);
});
