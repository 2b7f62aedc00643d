/** What people read of the licence service, the update service and their command line. */
export const texts = {
  noSuchAddress: "Diese Adresse gibt es nicht.",
  notLicensed: "Keine gültige Lizenz.",
  requestUnreadable: "Die Anfrage ist nicht lesbar.",
  unexpected: "Im Lizenzdienst ist ein unerwarteter Fehler aufgetreten.",
  usage: `Aufruf: hubwart-vendor BEFEHL [--folder ORDNER]

  serve [--bind 127.0.0.1] [--port 8090]               Lizenz- und Update-Dienst starten
  key create                                           Signaturschlüssel anlegen
  key show                                             öffentlichen Schlüssel für die Geräte ausgeben
  license issue --name NAME --days TAGE [--meta K=V]…  Lizenz ausstellen, gibt ihren Schlüssel aus
  license list                                         ausgestellte Lizenzen
  license extend SCHLÜSSEL --days TAGE                 Laufzeit verlängern
  license revoke SCHLÜSSEL                             Lizenz sperren
  release create                                       Repository für Versionen und seine Schlüssel anlegen
  release list                                         angebotene Versionen und Ablauf der Signaturen
  release publish ARCHIV --channel KANAL               Version anbieten (stable, test, rc oder dev)
  release promote VERSION --from KANAL --to KANAL      Version auch in einem anderen Kanal anbieten
  release withdraw VERSION [--channel KANAL]           Version zurückziehen
  release renew                                        Signaturen erneuern, soweit es Zeit ist
  release rotate ROLLE                                 neuer Schlüssel (root, targets, snapshot oder timestamp)
  Alle „release“-Befehle nehmen --keys ORDNER, wenn die Schlüssel woanders liegen.
`,
  extended: "Die Lizenz wurde verlängert.\n",
  revoked: "Die Lizenz wurde gesperrt.\n",
  keyExists: (folder: string) => `In ${folder} gibt es bereits einen Schlüssel; er wird nicht ersetzt.\n`,
  noKey: (folder: string) => `In ${folder} gibt es noch keinen Schlüssel.\n`,
  metaShape: "--meta: Name=Wert, höchstens 100 und 500 Zeichen.\n",
  daysShape: "--days: ganze Zahl von 1 bis 36500.\n",
  keyUnknown: "Dieser Lizenzschlüssel ist nicht bekannt.",
  keyRevoked: "Dieser Lizenzschlüssel wurde gesperrt.",
  keyOfOther: "Dieser Lizenzschlüssel gehört bereits zu einem anderen Gerät.",
  keyExpired: "Dieser Lizenzschlüssel ist abgelaufen.",
  noTrials: "Testlizenzen gibt es hier nicht.",
  created: (rootFile: string) =>
    `Das Repository ist angelegt. Dieser Datei sollen die Geräte vertrauen:\n${rootFile}\n`,
  theArchive: "das Archiv",
  twoChannels: "--from und --to: zwei verschiedene Kanäle.\n",
  theVersion: "die Version",
  withdrawn: (releases: string) => `Zurückgezogen:\n${releases}`,
  nothingToRenew: "Es war nichts zu erneuern.\n",
  newKey: (role: string) => `Die Rolle „${role}“ hat einen neuen Schlüssel.\n`,
  commands: "release: create, list, publish, promote, withdraw, renew oder rotate; siehe „hubwart-vendor“.\n",
  missing: (what: string) => `Bitte ${what} angeben.\n`,
  roleMissing: (roles: string) => `Bitte eine Rolle angeben: ${roles}.\n`,
  hubStaysDown: "ihr Hub kommt nicht hoch",
  crashes: "sie stürzt ab",
  staysDown: "sie kommt nicht hoch",
  noKeyToServe: (folder: string) =>
    `In ${folder} gibt es noch keinen Schlüssel. Bitte zuerst „key create“ aufrufen.`,
  /** What the launcher writes when one of its processes crashes: the start of a release looks for it. */
  crashOfLauncher: " ist unerwartet beendet ",
  ends: "sie beendet sich",
  otherVersion: (found: string, version: string) => `sie meldet sich als Version ${found} statt ${version}`,
};
