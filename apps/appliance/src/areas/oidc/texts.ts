/** What people read about signing in by a directory service. */
export const texts = {
  told: "Anmeldung über einen Verzeichnisdienst",
  button: "Mit dem Verzeichnisdienst anmelden",
  missing: "Wird gebraucht, solange die Anmeldung eingeschaltet ist.",
  address:
    "Erlaubt ist eine Adresse ohne Pfad, zum Beispiel https://hub.example.com; ohne Verschlüsselung nur, wo das erlaubt ist.",
  issuer:
    "Erlaubt ist eine Adresse mit https, ohne Zugangsdaten, „?“ und „#“; ohne Verschlüsselung nur, wo das erlaubt ist.",
  off: "Die Anmeldung über den Verzeichnisdienst ist nicht eingerichtet.",
  unavailable:
    "Der Verzeichnisdienst ist zurzeit nicht erreichbar. Wer ein Passwort dieses Geräts hat, kann sich damit anmelden.",
  notBegun: "Diese Anmeldung gilt nicht mehr. Bitte beginnen Sie sie noch einmal.",
  refused: "Der Verzeichnisdienst hat die Anmeldung abgelehnt.",
  notTrusted:
    "Die Antwort des Verzeichnisdienstes hält der Prüfung nicht stand. Es wurde niemand angemeldet.",
  clocks:
    "Die Uhr dieses Geräts und die des Verzeichnisdienstes weichen voneinander ab. Es wurde niemand angemeldet.",
  noRole: "Ihr Konto hat für dieses Gerät keine Rolle. Bitten Sie einen Administrator darum.",
  lockedPerson: "Ihr Zugang ist auf diesem Gerät gesperrt.",
  noFactor:
    "Ihre Rolle verlangt eine zweite Stufe der Anmeldung. Der Verzeichnisdienst hat keine gemeldet; melden Sie sich dort mit einer an.",
  wait: (seconds: number) => `Zu viele Versuche. Bitte warten Sie ${seconds} Sekunden.`,
  foreignHost: (host: string) =>
    `Der Verzeichnisdienst nennt den Server ${host}, der nicht in den Einstellungen steht. Er wurde nicht gefragt.`,
  unencrypted: (host: string) =>
    `Der Verzeichnisdienst nennt ${host} ohne Verschlüsselung. Er wurde nicht gefragt.`,
  tooLarge: (host: string) => `${host} antwortet mit mehr, als eine Anmeldung braucht.`,
  failed: (reason: string) => `Verzeichnisdienst: ${reason}`,
  signInRefused: (address: string, reason: string) =>
    `Eine Anmeldung über den Verzeichnisdienst von ${address} wurde abgelehnt: ${reason}`,
};
