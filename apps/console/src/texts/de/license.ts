/** Texts of the area "license". */
export const licenseTexts = {
  title: "Lizenzschlüssel",
  box: "Lizenz",
  valid: "gültig",
  invalid: "ungültig",
  endsSoon: "läuft bald ab",
  noLicense: "Das Gerät besitzt noch keine gültige Lizenz",
  noLicenseText: "Ohne gültige Lizenz läuft kein Projekt. Geben Sie Ihren Lizenzschlüssel ein.",
  name: "Lizenziert für",
  key: "Lizenzschlüssel",
  expiry: "Gültig bis",
  /** As the licence itself calls the channels it is good for. */
  channels: "Update-Kanäle",
  unlimited: "unbegrenzt",
  expiryValue: (date: string, days: number) => `${date} (${remaining(days)})`,
  fingerprint: "Fingerabdruck des Geräts",
  noFingerprint: "Der Fingerabdruck des Geräts konnte nicht erstellt werden.",
  change: {
    button: "Schlüssel ändern",
    title: "Lizenzschlüssel ändern",
    text: "Der Schlüssel wird beim Lizenzserver aktiviert. Dafür wird eine Internetverbindung benötigt; danach startet der Hub neu.",
    field: "Neuer Lizenzschlüssel",
    empty: "Es wurde kein Lizenzschlüssel eingegeben.",
    invalid: "Der Lizenzschlüssel ist ungültig.",
    same: "Der Lizenzschlüssel wurde nicht geändert.",
    done: "Der Lizenzschlüssel wurde geändert. Der Hub startet neu.",
    unchanged: "Lizenz wurde nicht geändert",
  },
  renew: {
    button: "Lizenz erneuern",
    title: "Lizenz erneuern",
    question: "Soll die Lizenz jetzt beim Lizenzserver erneuert werden?",
    warning: "Der Hub wird dabei neu gestartet. Das Gerät benötigt eine Internetverbindung.",
    done: "Die Lizenz wurde erneuert. Der Hub startet neu.",
  },
} as const;

function remaining(days: number): string {
  if (days < 0) return "abgelaufen";
  if (days === 0) return "läuft heute ab";
  return days === 1 ? "noch 1\u00a0Tag" : `noch ${days}\u00a0Tage`;
}
