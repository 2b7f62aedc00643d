/** What went wrong at a serial port, in German. */
import { texts } from "./texts.ts";

/** The port was opened but does not take its settings. */
export class SettingsRefused extends Error {
  override readonly name = "SettingsRefused";
}

/** A program that the port needs is not there or did not end. The message is German. */
export class SerialToolFailed extends Error {
  override readonly name = "SerialToolFailed";
}

export function serialErrorText(error: unknown, device: string): string {
  if (error instanceof SettingsRefused || error instanceof SerialToolFailed) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOENT":
      return texts.missing(device);
    case "EACCES":
    case "EPERM":
      return texts.noRights(device);
    case "EBUSY":
      return texts.inUse(device);
    case "ENOTTY":
      return texts.noSerialPort(device);
    case "EIO":
    case "ENXIO":
    case "ENODEV":
      return goneText(device);
    default:
      return texts.unusable(device, code === "" ? "" : ` (${code})`);
  }
}

export function goneText(device: string): string {
  return texts.vanished(device);
}
