import { X509Certificate } from "node:crypto";
import { ManualClock } from "@hubwart/core";
import { beforeAll, expect, it } from "vitest";
import type { DeviceCertificate } from "./certificate.ts";
import type { LoadedPair } from "./files.ts";
import type { OwnServer } from "./own-server.ts";
import { ServedCertificate } from "./served.ts";
import type { StoredServer } from "./server-file.ts";
import { DAY, make, NOW } from "./testing.ts";

let root: LoadedPair;
let made: LoadedPair;
let pair: StoredServer["pair"];

beforeAll(async () => {
  const authority = await make("Root", { to: 90 });
  const server = await make("hub", { issuer: authority, names: ["hub"], to: 60 });
  const loaded = (text: string): LoadedPair => ({
    key: "",
    certificate: text,
    x509: new X509Certificate(text),
  });
  root = loaded(authority.text);
  made = loaded(server.text);
  pair = { key: "KEY", certificate: "UPLOADED" };
});

function parts() {
  let device: () => void = () => undefined;
  let own: () => void = () => undefined;
  const state: {
    server?: LoadedPair;
    stored?: Pick<StoredServer, "pair" | "names">;
    lostRoot?: boolean;
  } = {};
  const served = new ServedCertificate(
    {
      get server() {
        return state.server;
      },
      get lostRoot() {
        return state.lostRoot === true;
      },
      authority: root,
      start: () => undefined,
      onChange: (handler: () => void) => {
        device = handler;
      },
    } as unknown as DeviceCertificate,
    {
      get stored() {
        return state.stored;
      },
      findings: () => [],
      onChange: (handler: () => void) => {
        own = handler;
      },
    } as unknown as OwnServer,
  );
  const told: string[] = [];
  served.onChange(({ certificate }) => told.push(certificate));
  return { served, state, told, deviceChanged: () => device(), ownChanged: () => own() };
}

it("is the uploaded one before the device's own, and the device's own again after it", () => {
  const { deviceChanged, ownChanged, served, state, told } = parts();
  served.start();
  expect([served.server, told]).toEqual([undefined, []]);
  state.server = made;
  deviceChanged();
  state.stored = { pair, names: ["hub.example"] };
  ownChanged();
  expect([served.server, served.names]).toEqual([pair, ["hub.example"]]);
  // The device's own is renewed behind it: nobody needs to hear of that.
  state.server = { ...made, certificate: "RENEWED" };
  deviceChanged();
  delete state.stored;
  ownChanged();
  expect(told).toEqual([made.certificate, "UPLOADED", "RENEWED"]);
  expect(served.names).toEqual([]);
});

it("serves an uploaded one although the device has none of its own", () => {
  const { served, state, told } = parts();
  state.stored = { pair, names: [] };
  served.start();
  expect(told).toEqual(["UPLOADED"]);
});

it("says when the device's own could not be renewed, and when its root ends", () => {
  const { served, state } = parts();
  const codes = (days: number) => served.findings(new ManualClock(NOW + days * DAY)).map(({ code }) => code);
  expect(codes(40)).toEqual([]);
  state.server = made;
  expect([codes(29), codes(31), codes(33), codes(61)]).toEqual([
    [],
    [],
    ["server-certificate-kept"],
    ["root-certificate-expires"],
  ]);
});

it("tells that the root people trust was lost", () => {
  const { served, state } = parts();
  state.lostRoot = true;
  expect(served.findings(new ManualClock()).map(({ code }) => code)).toContain("root-certificate-lost");
});
