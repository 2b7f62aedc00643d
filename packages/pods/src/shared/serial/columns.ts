/** Columns of an interface that may lie at a serial line, and the rules across them. */
import { type CompiledChannel, choice, type PodProblem, text } from "@hubwart/project";

/**
 * Serial ports by the kernel's name or by udev's lasting ones. A letter must follow `tty`: the consoles of the screen
 * (`/dev/tty1`) and the terminal of the process (`/dev/tty`) are none.
 */
const DEVICE =
  /^\/dev\/(?:tty[A-Za-z][A-Za-z0-9]{0,30}|serial\/by-(?:id|path)\/[A-Za-z0-9][\w.:+,#=@-]{0,200})$/;

const PARITIES = ["none", "even", "odd"] as const;

/** Without defaults, so that an interface without a serial line shows none. `settingsOf` knows them. */
export const serialColumns = {
  device: text({
    maxLength: 230,
    pattern: DEVICE,
    doc: "Serial port for mode serial: `/dev/ttyUSB0`, `/dev/serial/by-id/…` or `/dev/serial/by-path/…`; one interface of a project per port.",
    help: "Serieller Port bei serial, z. B. /dev/ttyUSB0 oder /dev/serial/by-id/usb-FTDI_FT232R_A1",
  }),
  baud: choice([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400], {
    unit: "Bit/s",
    doc: "Speed of the serial line; 19200 if empty.",
    help: "Geschwindigkeit des seriellen Ports; leer: 19200",
  }),
  data_bits: choice([8], {
    doc: "Bits per character; RTU knows no other number.",
    help: "Datenbits je Zeichen; RTU kennt nur 8",
  }),
  parity: choice(PARITIES, {
    doc: "Parity of the serial line; even if empty, as the Modbus standard has it.",
    help: "Parität: none (keine), even (gerade) oder odd (ungerade); leer: even wie im Modbus-Standard",
  }),
  stop_bits: choice([1, 2], {
    doc: "Stop bits of the serial line; 1 if empty, without parity 2 by the standard and 1 on many devices.",
    help: "Stoppbits; leer: 1; ohne Parität nach der Norm 2, bei vielen Geräten aber 1",
  }),
} as const;

export interface SerialSettings {
  device: string;
  baud: number;
  parity: (typeof PARITIES)[number];
  stopBits: 1 | 2;
}

interface SerialCells {
  device?: string;
  baud?: number;
  parity?: (typeof PARITIES)[number];
  stop_bits?: 1 | 2;
}

export function settingsOf({
  device = "",
  baud = 19_200,
  parity = "even",
  stop_bits = 1,
}: SerialCells): SerialSettings {
  return { device, baud, parity, stopBits: stop_bits };
}

/** `19200 Bit/s, 8E1`. */
export function settingsText({ baud, parity, stopBits }: SerialSettings): string {
  return `${baud} Bit/s, 8${parity.charAt(0).toUpperCase()}${stopBits}`;
}

/** The device of this machine that the interface alone may hold. */
export function deviceOf(config: CompiledChannel["config"]): string | undefined {
  return config["mode"] === "serial" && typeof config["device"] === "string" ? config["device"] : undefined;
}

const COLUMNS = Object.keys(serialColumns);

/** Port and settings go with mode `serial`, and only with it. */
export function serialProblems({
  id,
  config,
}: {
  id: string;
  config: CompiledChannel["config"];
}): PodProblem[] {
  if (config["mode"] !== "serial") {
    return COLUMNS.filter((column) => config[column] !== undefined).map((column) => ({
      where: id,
      attribute: column,
      text: `„${column}“ gibt es nur bei mode = serial`,
      hint: "Leeren Sie die Zelle oder tragen Sie in „mode“ serial ein.",
    }));
  }
  if (config["device"] !== undefined) return [];
  return [
    {
      where: id,
      attribute: "device",
      text: "Der serielle Port fehlt",
      hint: "Tragen Sie ihn ein, z. B. /dev/ttyUSB0 oder /dev/serial/by-id/usb-FTDI_FT232R_A1.",
    },
  ];
}
