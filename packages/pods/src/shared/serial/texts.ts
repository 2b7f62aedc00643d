/** What people read of serial ports. */
export const texts = {
  notOpenYet: (device: string) => `Der serielle Port ${device} ist noch nicht offen`,
  open: (device: string, settings: string) => `Der serielle Port ${device} ist offen, ${settings}.`,
  missing: (device: string) => `Der serielle Port ${device} ist nicht da; ist der Adapter angesteckt?`,
  noRights: (device: string) => `Für den seriellen Port ${device} fehlen die Rechte (Gruppe dialout)`,
  inUse: (device: string) => `Der serielle Port ${device} ist schon von einem anderen Programm belegt`,
  noSerialPort: (device: string) =>
    `${device} ist kein serieller Port, oder hinter ihm steckt keine Schnittstelle`,
  unusable: (device: string, code: string) => `Der serielle Port ${device} lässt sich nicht benutzen${code}`,
  vanished: (device: string) => `Der serielle Port ${device} ist verschwunden; wurde der Adapter abgezogen?`,
  flockEndsWith: (code: number) => `Das Programm „flock“ endet mit ${code}`,
  settingRefused: (device: string, settings: string) =>
    `Der serielle Port ${device} nimmt die Einstellung ${settings} nicht an`,
  programNotStarted: (program: string) => `Das Programm „${program}“ lässt sich nicht starten`,
  programUnfinished: (program: string, cancelled: string) =>
    `Das Programm „${program}“ wurde nicht fertig${cancelled}`,
};
