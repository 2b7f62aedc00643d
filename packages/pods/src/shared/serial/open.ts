/**
 * Opens a serial port for one owner.
 *
 *     const port = await openSerial(settings, { clock, signal });
 *     port.on("data", …); port.write(frame); port.destroy();
 *
 * The port is a stream that ends (`close`) when the adapter is unplugged; it belongs to the caller. Rejects with what
 * `serialErrorText` puts into words. Two programs of the system do what Node cannot: `flock` takes the port for this
 * process alone, as pyserial and others do, and `stty` sets the line (docs/decisions/serial-ports.md). Both work on the
 * file that is open here, so a name that passes to another port meanwhile changes nothing.
 */
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Socket } from "node:net";
import { isatty, ReadStream } from "node:tty";
import type { Clock } from "@hubwart/core";
import { type SerialSettings, settingsText } from "./columns.ts";
import { SerialToolFailed, SettingsRefused } from "./errors.ts";
import { texts } from "./texts.ts";

/** Without waiting for a modem's carrier, which no adapter for RS-485 has. */
const FLAGS = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
/** A driver whose device hangs holds a program up; ms. */
const TOOL_MS = 5000;
/** `flock -n` ends with it where another one holds the lock. */
const HELD_ELSEWHERE = 1;

interface Around {
  clock: Clock;
  signal: AbortSignal;
}

export async function openSerial(settings: SerialSettings, around: Around): Promise<Socket> {
  const file = await open(settings.device, FLAGS);
  try {
    if (!isatty(file.fd)) throw Object.assign(new Error("not a serial port"), { code: "ENOTTY" });
    // First, so that the line of another program stays as it is.
    const held = await run("flock", ["--nonblock", "--exclusive", "0"], file, around);
    if (held === HELD_ELSEWHERE) throw Object.assign(new Error("held"), { code: "EBUSY" });
    if (held !== 0) throw new SerialToolFailed(texts.flockEndsWith(held));
    if ((await run("stty", lineArguments(settings), file, around)) !== 0) {
      throw new SettingsRefused(texts.settingRefused(settings.device, settingsText(settings)));
    }
    around.signal.throwIfAborted();
    return await streamOf(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * A stream puts a file of its own in the place of the one it is given (libuv, uv_tty_init), and the lock would go with that
 * one. So it gets a second one, and the first carries the lock until the stream ends.
 */
async function streamOf(locked: FileHandle): Promise<Socket> {
  const file = await open(`/proc/self/fd/${locked.fd}`, FLAGS);
  try {
    const port = new ReadStream(file.fd);
    // Closing what was pulled out may fail, and leaves nothing open all the same.
    port.once("close", () => void Promise.allSettled([file.close(), locked.close()]));
    // A hang-up is no half of a conversation.
    port.once("end", () => port.destroy());
    return port;
  } catch (error) {
    await file.close();
    throw error;
  }
}

const PARITY = { none: ["-parenb"], even: ["parenb", "-parodd"], odd: ["parenb", "parodd"] };

/** Of stty(1): bytes as they are, no modem lines, no flow control. */
function lineArguments({ baud, parity, stopBits }: SerialSettings): string[] {
  return [
    `${baud}`,
    "raw",
    "cs8",
    ...PARITY[parity],
    stopBits === 2 ? "cstopb" : "-cstopb",
    "clocal",
    "cread",
    "-crtscts",
    "-iexten",
    "-echo",
    "-echoe",
    "-echok",
    "-echonl",
  ];
}

/** @returns the exit status of the program, which has the file as its standard input */
function run(
  program: string,
  args: readonly string[],
  file: FileHandle,
  { clock, signal }: Around,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" };
    const child = spawn(program, [...args], { env, stdio: [file.fd, "ignore", "ignore"] });
    let late = false;
    const kill = () => void child.kill("SIGKILL");
    const cancel = clock.after(TOOL_MS, () => {
      late = true;
      kill();
    });
    const settle = () => {
      cancel();
      signal.removeEventListener("abort", kill);
    };
    child.once("error", () => {
      settle();
      reject(new SerialToolFailed(texts.programNotStarted(program)));
    });
    child.once("close", (code) => {
      settle();
      if (code !== null) resolve(code);
      else reject(new SerialToolFailed(texts.programUnfinished(program, late ? "" : " (abgebrochen)")));
    });
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
  });
}
