import { describe, expect, it } from "vitest";
import { deviceOf, serialColumns, serialProblems, settingsOf, settingsText } from "./columns.ts";
import { goneText, SerialToolFailed, SettingsRefused, serialErrorText } from "./errors.ts";
import { timingOf } from "./timing.ts";

const attributes = (config: Record<string, string | number>) =>
  serialProblems({ id: "main", config }).map(({ attribute }) => attribute);

describe("a serial port", () => {
  it.each([
    "/dev/ttyUSB0",
    "/dev/ttyACM12",
    "/dev/ttyS0",
    "/dev/ttyAMA0",
    "/dev/ttymxc1",
    "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A10KZP45-if00-port0",
    "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0",
  ])("may be %s", (device) => {
    expect(device).toMatch(serialColumns.device.pattern);
  });

  it.each([
    "/dev/sda",
    "/dev/mem",
    "/dev/tty",
    "/dev/tty1",
    "/dev/pts/0",
    "/dev/ttyS0/../sda",
    "/dev/tty../sda",
    "/dev/serial/by-id/../../sda",
    "/dev/serial/by-id/a/../../../sda",
    "/dev/serial/by-id/.",
    "/dev/serial/by-id/..",
    "/dev/serial/by-id/",
    "/dev/serial/by-uuid/x",
    "/dev//ttyS0",
    "/tmp/ttyS0",
    "dev/ttyS0",
    "ttyS0",
    "COM1",
    "/dev/ttyS0\n",
    "/dev/ttyS0\0",
    "-/dev/ttyS0",
    "/dev/ttyUSB0; reboot",
    `/dev/tty${"A".repeat(40)}`,
  ])("is not %j", (device) => {
    expect(device).not.toMatch(serialColumns.device.pattern);
  });

  it("and its settings go with mode serial", () => {
    expect(attributes({ mode: "serial", device: "/dev/ttyS0", baud: 9600, parity: "none" })).toEqual([]);
    expect(attributes({ mode: "serial" })).toEqual(["device"]);
    expect(attributes({ mode: "tcp", device: "/dev/ttyS0", stop_bits: 2 })).toEqual(["device", "stop_bits"]);
    expect(attributes({ mode: "rtu" })).toEqual([]);
  });

  it("is claimed by an interface at it only", () => {
    expect(deviceOf({ mode: "serial", device: "/dev/ttyS0" })).toBe("/dev/ttyS0");
    expect(deviceOf({ mode: "tcp", device: "/dev/ttyS0" })).toBeUndefined();
    expect(deviceOf({ mode: "serial" })).toBeUndefined();
  });

  it("has the settings of the standard unless the project says otherwise", () => {
    expect(settingsText(settingsOf({ device: "/dev/ttyS0" }))).toBe("19200 Bit/s, 8E1");
    expect(settingsText(settingsOf({ baud: 9600, parity: "none", stop_bits: 2 }))).toBe("9600 Bit/s, 8N2");
    expect(settingsText(settingsOf({ parity: "odd" }))).toBe("19200 Bit/s, 8O1");
  });
});

describe("times on the line", () => {
  it.each([
    [9600, "even", 1, 1.1458, 4.0104],
    [9600, "none", 1, 1.0417, 3.6458],
    [19_200, "even", 1, 0.5729, 2.0052],
    [38_400, "even", 1, 0.2865, 1.75],
    [115_200, "none", 2, 0.0955, 1.75],
  ] as const)("at %i bit/s, %s, %i", (baud, parity, stopBits, charMs, gapMs) => {
    const timing = timingOf({ device: "", baud, parity, stopBits });
    expect(timing.charMs).toBeCloseTo(charMs, 4);
    expect(timing.gapMs).toBeCloseTo(gapMs, 4);
  });
});

describe("what people are told", () => {
  const text = (code: string) => serialErrorText(Object.assign(new Error(code), { code }), "/dev/ttyUSB0");

  it("tells missing, forbidden, taken, wrong and unplugged ports apart", () => {
    expect(text("ENOENT")).toBe("Der serielle Port /dev/ttyUSB0 ist nicht da; ist der Adapter angesteckt?");
    expect(text("EACCES")).toBe("Für den seriellen Port /dev/ttyUSB0 fehlen die Rechte (Gruppe dialout)");
    expect(text("EPERM")).toBe(text("EACCES"));
    expect(text("EBUSY")).toBe("Der serielle Port /dev/ttyUSB0 ist schon von einem anderen Programm belegt");
    expect(text("ENOTTY")).toContain("ist kein serieller Port");
    for (const code of ["EIO", "ENXIO", "ENODEV"]) expect(text(code)).toBe(goneText("/dev/ttyUSB0"));
    expect(text("EMFILE")).toBe("Der serielle Port /dev/ttyUSB0 lässt sich nicht benutzen (EMFILE)");
    expect(serialErrorText("x", "/dev/ttyS0")).toBe("Der serielle Port /dev/ttyS0 lässt sich nicht benutzen");
    expect(serialErrorText(new SettingsRefused("a"), "")).toBe("a");
    expect(serialErrorText(new SerialToolFailed("b"), "")).toBe("b");
  });
});
