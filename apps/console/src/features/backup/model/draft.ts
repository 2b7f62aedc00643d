/** The settings as they stand in the form, and what is sent of them. Secrets are sent only where their switch is on. */
import type { BackupConfig, BackupConfigInput } from "../api/backup.ts";

export interface Draft extends Omit<BackupConfig, "code" | "room"> {
  token: string;
  /** As typed. */
  port: string;
  setPassword: boolean;
  password: string;
  setFtpPassword: boolean;
  ftpPassword: string;
}

export type Protocol = "ftp" | "verified" | "unverified";

export function draftOf(stored: BackupConfig): Draft {
  const { code: _code, room: _room, ...config } = stored;
  return {
    ...config,
    token: "",
    port: String(config.target.ftp.port),
    setPassword: false,
    password: "",
    setFtpPassword: false,
    ftpPassword: "",
  };
}

export const protocolOf = ({ target: { ftp } }: Draft): Protocol =>
  ftp.tls ? (ftp.verify ? "verified" : "unverified") : "ftp";

export function portOf({ port }: Draft): number | undefined {
  const number = /^\d{1,5}$/.test(port.trim()) ? Number(port) : Number.NaN;
  return number >= 1 && number <= 65_535 ? number : undefined;
}

/** Whether the recorded values are chosen, and a backup with them has no room on the device. */
export const hasNoRoom = ({ backup }: Draft, { free, recorded }: BackupConfig["room"]): boolean =>
  backup.recorded.use && recorded > free;

/** A schedule that would fail each time. */
export const savesNothing = ({ backup, use }: Draft): boolean =>
  use && !Object.values(backup).some((part) => part.use);

export function bodyOf(draft: Draft, port: number): BackupConfigInput {
  const { backup, mday, mode, target, time, use, wday } = draft;
  const { has_token: _token, ...influxdb } = backup.influxdb;
  const { has_pwd: _pwd, ...ftp } = target.ftp;
  return {
    use,
    mode,
    time,
    wday,
    mday,
    backup: { ...backup, influxdb: { ...influxdb, ...(draft.token === "" ? {} : { token: draft.token }) } },
    target: { ftp: { ...ftp, port, ...(draft.setFtpPassword ? { pwd: draft.ftpPassword } : {}) } },
    ...(draft.setPassword ? { pwd: draft.password } : {}),
  };
}
