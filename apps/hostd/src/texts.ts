/** What people read of the device service. */
export const texts = {
  archiveIncomplete: "Das Archiv kam nicht vollständig an.",
  noAuthority: "Das ist kein Zertifikat einer Zertifizierungsstelle.",
  inDeviceService: "Im Gerätedienst",
  noJsonObject: "Die Anfrage ist kein JSON-Objekt.",
  onTrial: (version: string) => `Version ${version} wird gerade erprobt.`,
  notNewer: (version: string) => `Version ${version} ist nicht neuer als die laufende.`,
  tooLateToTakeBack: (version: string) =>
    `Version ${version} läuft zu lange, um noch zurückgenommen zu werden.`,
  notRunning: (version: string) => `Version ${version} läuft nicht.`,
  inUse: (version: string) => `Version ${version} wird noch gebraucht.`,
  noJson: "Die Anfrage ist kein JSON.",
  failedReleases: "Im Gerätedienst für Versionen ist ein Fehler aufgetreten.",
  otherTaken: "Es wird gerade eine andere Version übernommen.",
  notThere: (version: string) => `Version ${version} ist nicht vorhanden.`,
  gone: (version: string) => `Version ${version} ist nicht mehr vorhanden.`,
  noLicense: "Ohne gültige Lizenz ist kein Update möglich.",
  channelUnlicensed: "Die Lizenz unterstützt diesen Update-Kanal nicht.",
  tooLong: "Die Anfrage ist zu lang.",
  failed: "Im Gerätedienst ist ein Fehler aufgetreten.",
  tooManyFields: "Die Anfrage hat zu viele Angaben.",
};
