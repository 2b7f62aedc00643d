/** What went wrong at a serial port, in German. */

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
      return `Der serielle Port ${device} ist nicht da; ist der Adapter angesteckt?`;
    case "EACCES":
    case "EPERM":
      return `Für den seriellen Port ${device} fehlen die Rechte (Gruppe dialout)`;
    case "EBUSY":
      return `Der serielle Port ${device} ist schon von einem anderen Programm belegt`;
    case "ENOTTY":
      return `${device} ist kein serieller Port, oder hinter ihm steckt keine Schnittstelle`;
    case "EIO":
    case "ENXIO":
    case "ENODEV":
      return goneText(device);
    default:
      return `Der serielle Port ${device} lässt sich nicht benutzen${code === "" ? "" : ` (${code})`}`;
  }
}

export function goneText(device: string): string {
  return `Der serielle Port ${device} ist verschwunden; wurde der Adapter abgezogen?`;
}
