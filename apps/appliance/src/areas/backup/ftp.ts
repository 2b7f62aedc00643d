/**
 * Takes a backup to the FTP server of the settings and keeps the newest there.
 *
 * The file gets its name only once it is there whole: it is sent as `.part`, its size is compared, then it is
 * renamed.
 */
import { stat } from "node:fs/promises";
import path from "node:path";
import { isBackupName, timeIn } from "@hubwart/archive/names";
import { diskRoom, errorText, tlsPeer } from "@hubwart/core";
import { Client, type FileInfo, FTPError } from "basic-ftp";
import { activeTransfer } from "./ftp-active.ts";
import { FtpPatience } from "./ftp-patience.ts";
import { isOfDevice, spare } from "./kept.ts";
import type { FtpTarget } from "./settings.ts";
import { texts } from "./texts.ts";

/** How long the server may be silent, ms. */
const ANSWER_WITHIN = 30_000;
/** By so much a command that is not silent, and the whole sign-in, may take longer. */
const PATIENCE = 2;
const MOST_LISTED = 200;
/** Bytes that a folder's listing may have; some 50,000 names. */
const LARGEST_LISTING = 4 * 1024 * 1024;
/** Behind the name of a file that is not there whole. */
const PART = ".part";
const KEEP_FREE = 64 * 1024 * 1024;

export interface FtpTransfer {
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
  /** Longest wait for one answer of the server, ms; 30 s without. */
  answerWithin?: number;
}

/** What an administrator reads when the transfer fails. German. */
export class FtpTargetError extends Error {}

/** Sends one file. @throws FtpTargetError */
export async function sendByFtp(target: FtpTarget, file: string, transfer: FtpTransfer): Promise<void> {
  await saying(transfer, WRITING, () => send(target, file, transfer));
}

/** Backups in the path of the target, newest first. @throws FtpTargetError */
export async function listByFtp(
  target: FtpTarget,
  transfer: Omit<FtpTransfer, "progress">,
): Promise<{ name: string; size: number }[]> {
  return await saying(transfer, READING, () =>
    connected(target, transfer, async (client) => {
      await client.cd(target.path);
      const found = (await client.list()).filter(isFetchable);
      // A name that comes twice is one file.
      return [...new Map(found.map(({ name, size }) => [name, { name, size }])).values()]
        .sort((a, b) => timeIn(b.name).localeCompare(timeIn(a.name)))
        .slice(0, MOST_LISTED);
    }),
  );
}

/** A link may lead to a backup. */
const isFetchable = ({ isDirectory, name, size }: FileInfo): boolean =>
  isBackupName(name) && !isDirectory && Number.isSafeInteger(size) && size >= 0;

/** Fetches one of them into a file that is not there yet. @throws FtpTargetError */
export async function fetchByFtp(
  target: FtpTarget,
  name: string,
  file: string,
  transfer: FtpTransfer,
): Promise<void> {
  await saying(transfer, READING, () =>
    connected(target, transfer, async (client) => {
      await client.cd(target.path);
      const size = await sizeOf(client, name);
      if (size === undefined) throw new FtpTargetError(texts.sizeUntold);
      if (size + KEEP_FREE > (await diskRoom(path.dirname(file))).free)
        throw new FtpTargetError(texts.noRoomForThis);
      client.trackProgress(({ bytes }) => {
        transfer.progress(bytes, size);
        // The server may send more than it says.
        if (bytes > size) client.close();
      });
      await client.downloadTo(file, name);
      const { size: here } = await stat(file);
      if (here !== size) throw new FtpTargetError(texts.arrived(here, size));
    }),
  );
}

async function saying<T>(
  { signal }: Pick<FtpTransfer, "signal">,
  doing: Doing,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (signal.aborted) throw error;
    throw error instanceof FtpTargetError
      ? error
      : new FtpTargetError(reason(error, doing), { cause: error });
  }
}

async function connected<T>(
  target: FtpTarget,
  { answerWithin = ANSWER_WITHIN, signal }: Omit<FtpTransfer, "progress">,
  task: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(answerWithin, { maxListingBytes: LARGEST_LISTING });
  const patience = new FtpPatience(client, PATIENCE * answerWithin);
  const abort = () => client.close();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const { host, pasv, port, pwd, tls, user, verify } = target;
    if (!pasv) client.prepareTransfer = activeTransfer;
    const signedIn = patience.whole();
    await client.access({
      host,
      port,
      user: user === "" ? "anonymous" : user,
      password: pwd,
      secure: tls,
      ...(tls ? { secureOptions: tlsPeer({ host, verify }) } : {}),
    });
    signedIn();
    return await task(client);
  } catch (error) {
    throw patience.over ? new FtpTargetError(texts.ftpSlow, { cause: error }) : error;
  } finally {
    patience.end();
    signal.removeEventListener("abort", abort);
    client.close();
  }
}

async function send(target: FtpTarget, file: string, transfer: FtpTransfer): Promise<void> {
  await connected(target, transfer, async (client) => {
    await client.ensureDir(target.path);
    const { size } = await stat(file);
    const name = path.basename(file);
    client.trackProgress(({ bytes }) => transfer.progress(bytes, size));
    try {
      await client.uploadFrom(file, `${name}${PART}`);
      client.trackProgress();
      const there = await sizeOf(client, `${name}${PART}`);
      if (there !== undefined && there !== size) throw new FtpTargetError(texts.arrivedThere(there, size));
      await client.rename(`${name}${PART}`, name);
    } catch (error) {
      // The next try sends it again; what lies there takes the room that it needs.
      if (!client.closed) await client.remove(`${name}${PART}`, true).catch(() => undefined);
      throw error;
    }
    // It has arrived: what cannot be tidied up there makes it no failure.
    await tidyUp(client, name).catch(() => undefined);
  });
}

/** Bytes; by the folder's list where the server does not know the command (RFC 3659 came late). undefined: it lists nothing either. */
async function sizeOf(client: Client, name: string): Promise<number | undefined> {
  try {
    return await client.size(name);
  } catch (error) {
    if (!(error instanceof FTPError) || !UNKNOWN_COMMAND.has(error.code)) throw error;
    const listed = await client.list().catch((refused: unknown) => {
      if (!(refused instanceof FTPError)) throw refused;
    });
    if (!listed) return undefined;
    const found = listed.find((file) => file.name === name);
    if (!found) throw error;
    return found.size;
  }
}
/** RFC 959, 4.2. */
const UNKNOWN_COMMAND: ReadonlySet<number> = new Set([500, 501, 502, 504]);

/** Old backups of this device only, and what sendings that were cut off left of them; other files and other devices' stay. */
async function tidyUp(client: Client, written: string): Promise<void> {
  const names = (await client.list()).map(({ name }) => name);
  const parts = names.filter(
    (name) => name.endsWith(PART) && isOfDevice(name.slice(0, -PART.length), written),
  );
  for (const name of [...spare(names, written), ...parts]) await client.remove(name, true);
}

/** What the same refusal means. */
interface Doing {
  refused: string;
  cut: string;
}
const WRITING: Doing = {
  refused: texts.ftpNoWriting,
  cut: texts.ftpCutWriting,
};
const READING: Doing = {
  refused: texts.ftpNoReading,
  cut: texts.ftpCut,
};

const BY_CODE: Record<number, string> = {
  421: texts.ftpBusy,
  425: texts.ftpNoData,
  452: texts.ftpFull,
  530: texts.ftpLogin,
  552: texts.ftpFull,
  553: texts.ftpBadName,
};

const BY_ERROR: [RegExp, string][] = [
  [/ECONNREFUSED/, texts.ftpNoConnection],
  [/ENOTFOUND|EAI_AGAIN/, texts.ftpUnknownName],
  [/EHOSTUNREACH|ENETUNREACH/, texts.ftpUnreachable],
  [/timeout|ETIMEDOUT/i, texts.ftpSilent],
  [/control response.*exceed|exceed.*control response/i, texts.ftpTooMuch],
  [/Maximum bytes exceeded/, texts.tooManyFtpFiles],
  [/directory listing/, texts.ftpBadList],
  [/PASV returned another host/, texts.ftpOtherAddress],
  [/altname|does not match/i, texts.ftpOtherName],
  [/expired|not yet valid|NOT_YET_VALID/i, texts.ftpExpired],
  [/certificate|self.signed|CERT_|ERR_TLS/i, texts.ftpUntrusted],
  [/AUTH|TLS|SSL/, texts.ftpPlain],
];

function reason(error: unknown, { cut, refused }: Doing): string {
  const text = errorText(error);
  const code = error instanceof FTPError ? error.code : undefined;
  const known = code === 550 ? refused : code === undefined ? undefined : BY_CODE[code];
  return (
    known ??
    BY_ERROR.find(([pattern]) => pattern.test(text))?.[1] ??
    (/ECONNRESET|EPIPE|closed|FIN/i.test(text) ? cut : undefined) ??
    (code === undefined ? texts.ftpFailed : texts.ftpSays(text.slice(0, 200)))
  );
}
