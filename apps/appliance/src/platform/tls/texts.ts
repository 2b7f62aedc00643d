/** What people read of the device's certificates. */
export const texts = {
  alreadyThere: (name: string, file: string) => `„${name}“ ist bereits vorhanden: ${file}.`,
  tooManyCertificates: (most: number) => `Es sind höchstens ${most} Zertifikate möglich.`,
  authorityAdded: (name: string, fingerprint: string) =>
    `Zertifizierungsstelle hinzugefügt: ${name}, SHA-256 ${fingerprint}.`,
  certificateGone: "Dieses Zertifikat gibt es nicht mehr.",
  authorityExpired: (file: string, day: string) =>
    `Das Zertifikat „${file}“ ist seit dem ${day} abgelaufen; was damit geschützt ist, wird nicht mehr erreicht.`,
  authorityEnds: (file: string, day: string) => `Das Zertifikat „${file}“ läuft am ${day} ab.`,
  hubUnaware: (reason: string) => `Der Hub kennt die geänderten Zertifizierungsstellen noch nicht: ${reason}`,
  noCertificate: (file: string, reason: string) => `${file} ist kein Zertifikat: ${reason}`,
  fileTooLarge: "Die Datei ist größer als 256\u00a0kB.",
  fileEmpty: "Die Datei ist leer.",
  onlyRequest: "Die Datei ist eine Zertifikatsanforderung und noch kein Zertifikat.",
  fileDamaged: "Die Datei ist beschädigt oder kein Zertifikat (PEM, DER oder PKCS#7).",
  notRenewed: (reason: string) => `Das Zertifikat des Geräts konnte nicht erneuert werden: ${reason}`,
  rootExpired:
    "Nach der Uhr des Geräts ist das Stammzertifikat abgelaufen. Bitte prüfen Sie die Uhr, oder erzeugen Sie neue Zertifikate.",
  newRoot: (fingerprint: string) => `Neues Stammzertifikat des Geräts, SHA-256 ${fingerprint}.`,
  newCertificate: (names: string) => `Neues Zertifikat des Geräts für: ${names}.`,
  madeAnew: (file: string) => `${file} war beschädigt und wird neu erzeugt.`,
  noNames: (name: string) =>
    `„${name}“ nennt keine Namen oder Adressen (subjectAltName). Browser nehmen ein solches Zertifikat nicht an.`,
  notForServers: (name: string) =>
    `„${name}“ ist nicht für Server ausgestellt (erweiterte Schlüsselverwendung ohne serverAuth).`,
  expired: (name: string, day: string) => `„${name}“ ist seit dem ${day} abgelaufen.`,
  notYetValid: (name: string, day: string) =>
    `„${name}“ gilt erst ab dem ${day}. Bitte prüfen Sie auch die Uhr des Geräts.`,
  noConnection: (reason: string) => `Mit diesem Zertifikat kommt keine Verbindung zustande: ${reason}`,
  timeout: "Zeitüberschreitung",
  tooWeak: "Schlüssel oder Signatur sind zu schwach (nötig sind RSA ab 2048 Bit und SHA-256).",
  usageNotServer: "Die Schlüsselverwendung erlaubt keinen Server.",
  chainNotIssuer: "Ein Zertifikat der Kette darf keine Zertifikate ausstellen.",
  chainNotValid: "Ein Zertifikat der Kette gilt nach der Uhr des Geräts nicht.",
  ownDamaged: (reason: string) =>
    `Das hochgeladene Server-Zertifikat ist beschädigt und wird nicht verwendet: ${reason}`,
  ownInUse: (name: string, day: string, fingerprint: string) =>
    `Eigenes Server-Zertifikat in Gebrauch: ${name}, gültig bis ${day}, SHA-256 ${fingerprint}.`,
  noOwn: "Es ist kein eigenes Server-Zertifikat in Gebrauch.",
  tooManySteps:
    "Die Datei verlangt zu viele Rechenschritte zum Entschlüsseln. Bitte exportieren Sie sie mit weniger Iterationen.",
  rc2: "Die Datei ist mit dem veralteten Verfahren RC2 verschlüsselt. Bitte exportieren Sie sie mit AES-256.",
  passwordNeeded: "Der private Schlüssel ist mit einem Passwort verschlüsselt. Bitte geben Sie es an.",
  passwordWrong: "Das Passwort des privaten Schlüssels ist falsch.",
  encryptionUnknown:
    "Die Datei ist mit einem Verfahren verschlüsselt, das nicht unterstützt wird. Bitte exportieren Sie sie mit AES-256 und PBKDF2.",
  sumUnknown:
    "Die Prüfsumme der Datei hat eine Form, die nicht unterstützt wird. Bitte exportieren Sie sie mit SHA-256.",
  pkcs12Damaged: "Die PKCS#12-Datei ist beschädigt oder hat eine Form, die nicht unterstützt wird.",
  keyForm: (label: string) =>
    `Ein Schlüssel der Form „${label}“ wird nicht unterstützt. Möglich sind PKCS#8 (PRIVATE KEY), RSA und EC.`,
  keyDamaged: "Der private Schlüssel ist beschädigt.",
  noAuthorityInFile: "Die Datei enthält kein Zertifikat (PEM, DER oder PKCS#7).",
  severalCertificates: (count: number) =>
    `Die Datei enthält ${count} Zertifikate. Bitte laden Sie nur das Stammzertifikat hoch, jedes in einer eigenen Datei.`,
  noAuthority: (name: string) =>
    `„${name}“ ist kein Zertifikat einer Zertifizierungsstelle. Gebraucht wird das Stammzertifikat, mit dem es ausgestellt wurde.`,
  intermediate: (name: string, issuer: string) =>
    `„${name}“ ist ein Zwischenzertifikat. Gebraucht wird das Stammzertifikat von „${issuer}“.`,
  keyNotNeeded:
    "Die Datei enthält einen privaten Schlüssel. Er wird hier nicht gebraucht und wurde nicht gespeichert; bitte laden Sie nur das Zertifikat hoch.",
  noServerInFile: "Die Datei enthält kein Zertifikat (PEM, PKCS#12, DER oder PKCS#7).",
  keyMissing:
    "Der private Schlüssel fehlt. Er muss in derselben Datei stehen oder als eigene Datei (PEM) angegeben werden.",
  severalKeys: "Es sind mehrere private Schlüssel enthalten. Bitte geben Sie nur einen an.",
  keyDiffers: (names: string) => `Der private Schlüssel passt nicht zum Zertifikat (${names}).`,
  keyOfIssuer: (name: string, issuer: string) =>
    `Der private Schlüssel passt nicht zum Zertifikat „${name}“, er gehört zu dessen Aussteller „${issuer}“.`,
  noKeyInFile: "Die Schlüsseldatei enthält keinen privaten Schlüssel im PEM-Format.",
  rootInWork: "Das Stammzertifikat wird gerade erzeugt.",
  rootLost:
    "Das Root-Zertifikat des Geräts war beschädigt und wurde neu erzeugt. Was dem alten vertraut hat, muss nun dem neuen vertrauen; bis dahin warnen Browser.",
  rootEnds: (day: string) =>
    `Das Root-Zertifikat des Geräts gilt bis zum ${day}. Bitte erzeugen Sie neue TLS-Zertifikate.`,
  serverEnds: (day: string) =>
    `Das Server-Zertifikat des Geräts gilt bis zum ${day} und konnte nicht erneuert werden.`,
  quoted: (name: string) => `„${name}“`,
  incomplete: (server: string, missing: string, last: string, others: readonly string[]) =>
    `Die Kette von „${server}“ ist unvollständig: Es fehlt das Zertifikat von „${missing}“, das „${last}“ ausgestellt hat.${others.length === 0 ? "" : ` Enthalten sind außer ihm: ${others.join(", ")}.`} Bitte nehmen Sie es in die Datei auf, bei einer eigenen Zertifizierungsstelle bis zum Stammzertifikat.`,
  serverExpired: (name: string, day: string) =>
    `Das Server-Zertifikat „${name}“ ist seit dem ${day} abgelaufen; Browser warnen vor der Verbindung.`,
  serverRunsOut: (name: string, day: string) => `Das Server-Zertifikat „${name}“ läuft am ${day} ab.`,
  rsaBits: (bits: number) => `RSA mit ${bits} Bit`,
  keyKind: (name: string | undefined, shortest: number, longest: number) =>
    `Ein Schlüssel der Art ${name ?? "unbekannt"} wird nicht unterstützt. Möglich sind RSA mit ${shortest} bis ${longest} Bit und EC mit P-256 oder P-384.`,
  endedEarly: "Die Verbindung endete vorzeitig",
};
