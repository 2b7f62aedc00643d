import { expect, it } from "vitest";
import type { BackupConfig } from "../api/backup.ts";
import { bodyOf, draftOf, portOf, protocolOf } from "./draft.ts";

const STORED: BackupConfig = {
  code: 0,
  use: true,
  mode: 2,
  time: [2, 30],
  wday: 1,
  mday: 31,
  backup: {
    config: { use: true },
    influxdb: { use: false, has_token: true },
    grafana: { use: false },
    mosquitto: { use: true },
  },
  target: {
    ftp: {
      use: true,
      tls: true,
      verify: false,
      host: "nas",
      port: 21,
      user: "hub",
      pasv: true,
      path: "/",
      has_pwd: true,
    },
  },
  has_pwd: true,
};

it("sends no secret unless its switch is on, and never a has_ field", () => {
  const body = bodyOf(draftOf(STORED), 21);
  expect(JSON.stringify(body)).not.toMatch(/has_|pwd|token/);
  const changed = bodyOf(
    { ...draftOf(STORED), setFtpPassword: true, ftpPassword: "a", setPassword: true, token: "t" },
    21,
  );
  expect(changed.target.ftp.pwd).toBe("a");
  expect(changed.pwd).toBe("");
  expect(changed.backup.influxdb.token).toBe("t");
});

it.each([
  ["21", 21],
  [" 990 ", 990],
  ["65535", 65_535],
  ["0", undefined],
  ["65536", undefined],
  ["21a", undefined],
  ["", undefined],
  ["1e3", undefined],
])("takes the port %j as %s", (port, expected) => {
  expect(portOf({ ...draftOf(STORED), port })).toBe(expected);
});

it("names the protocol by encryption and validation", () => {
  const of = (tls: boolean, verify: boolean) => {
    const draft = draftOf(STORED);
    return protocolOf({ ...draft, target: { ftp: { ...draft.target.ftp, tls, verify } } });
  };
  expect([of(false, false), of(false, true), of(true, false), of(true, true)]).toEqual([
    "ftp",
    "ftp",
    "unverified",
    "verified",
  ]);
});
