/** What people read of a backup that is not what it should be. */
export const texts = {
  noBackup: "Die Datei ist keine Sicherung, oder sie ist beschädigt.",
  twice: (name: string) => `Die Sicherung enthält „${name}“ doppelt.`,
  tooManyFiles: "Die Sicherung enthält zu viele Dateien.",
  beyondRoom: "Die Sicherung ist größer als der freie Speicher.",
  noFile: (name: string) => `Die Sicherung enthält „${name}“, das keine Datei ist.`,
  badName: (name: string) => `Die Sicherung enthält den unzulässigen Namen „${name}“.`,
  changedFile: (name: string) =>
    `Die Datei „${name}“ steht nicht so in der Sicherung, wie sie gelesen wurde.`,
  notListed: (name: string) => `Die Sicherung enthält „${name}“, das in ihrem Verzeichnis fehlt.`,
  damagedFile: (name: string) => `Die Datei „${name}“ in der Sicherung ist beschädigt.`,
  missingFile: (name: string) => `In der Sicherung fehlt die Datei „${name}“.`,
  damagedManifest: "Das Verzeichnis der Sicherung ist beschädigt.",
  noManifest: "Die Datei ist keine Sicherung, oder ihr Verzeichnis ist beschädigt.",
  badSignature:
    "Die Sicherung wurde verändert: Die Unterschrift des Geräts, das sie gemacht hat, passt nicht.",
};
