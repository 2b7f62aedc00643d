import { expect, it } from "vitest";
import type { BackupConfig } from "../api/backup.ts";
import { bodyOf, draftOf, hasNoRoom, portOf, protocolOf, savesNothing } from "./draft.ts";

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
    recorded: { use: false },
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
  room: { recorded: 5_000, free: 4_999 },
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

it("does not take a schedule with nothing selected", () => {
  const draft = draftOf(STORED);
  expect(savesNothing(draft)).toBe(false);
  const no = { use: false };
  const off = { config: no, grafana: no, mosquitto: no, recorded: no };
  const none = { ...draft, backup: { ...draft.backup, ...off } };
  expect(savesNothing(none)).toBe(true);
  expect(savesNothing({ ...none, use: false })).toBe(false);
});

it("says that recorded values have no room only where they are chosen", () => {
  const draft = draftOf(STORED);
  expect(hasNoRoom(draft, STORED.room)).toBe(false);
  const chosen = { ...draft, backup: { ...draft.backup, recorded: { use: true } } };
  expect(hasNoRoom(chosen, STORED.room)).toBe(true);
  expect(hasNoRoom(chosen, { recorded: 5_000, free: 5_000 })).toBe(false);
  expect(bodyOf(chosen, 21)).toMatchObject({ backup: { recorded: { use: true } } });
  expect(JSON.stringify(bodyOf(chosen, 21))).not.toContain("room");
});
