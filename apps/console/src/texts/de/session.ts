/** Pages before sign-in, and what concerns the session later. */
export const sessionTexts = {
  licensedTo: (name: string) => `Lizenziert für ${name}`,
  unlicensed: "Das Gerät besitzt noch keine gültige Lizenz",
  login: {
    title: "Anmeldung",
    password: "Passwort",
    name: "Name",
    nameHint: "Mit dem Passwort des Geräts bleibt er leer.",
    code: "Code der zweiten Stufe",
    codeHint: "Sechs Ziffern aus der App, oder einer der Wiederherstellungscodes.",
    submit: "Anmelden",
    passkey: "Mit Passkey bestätigen",
    passkeyRefused:
      "Der Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal, oder geben Sie einen Code ein.",
    locked: (seconds: number) =>
      `Die Anmeldung ist fehlgeschlagen. In ${seconds} Sekunden ist ein erneuter Versuch möglich.`,
    lockedSpoken: (seconds: number) =>
      `Anmeldung fehlgeschlagen. Erneuter Versuch in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"}.`,
    noAnswer: "Das Gerät antwortet nicht. Bitte prüfen Sie die Verbindung und versuchen Sie es erneut.",
    failed: (code: number) => `Die Anmeldung ist fehlgeschlagen (Code: ${code}).`,
  },
  setup: {
    title: "Erstinstallation - Passwort einrichten",
    intro:
      "Legen Sie das Passwort fest, mit dem dieses Gerät verwaltet wird. Bewahren Sie es sicher auf: Es lässt sich nur am Gerät selbst zurücksetzen.",
    emptyHint:
      "Bitte geben Sie ein Passwort ein. Empfohlen sind Klein- und Großbuchstaben, Ziffern und Sonderzeichen.",
    submit: "Passwort einrichten",
    restore: "Aus Sicherung wiederherstellen",
    newDevice: "Neues Gerät einrichten",
    toLogin: "Zur Anmeldung",
    alreadySet: "Das Passwort wurde bereits eingerichtet. Bitte melden Sie sich an.",
    failed: (code: number) => `Die Anmeldung ist fehlgeschlagen (Code: ${code}).`,
  },
  unreachable: {
    title: "Das Gerät ist nicht erreichbar",
    text: "Die Verbindung wird automatisch wieder aufgebaut.",
    retry: "Jetzt versuchen",
  },
  starting: "Wird geladen …",
  again: {
    title: "Sitzung beendet",
    text: "Die Sitzung ist abgelaufen. Melden Sie sich an, um an derselben Stelle weiterzuarbeiten. Ihre Eingaben bleiben erhalten.",
  },
  ending: {
    title: "Die Sitzung endet",
    text: (seconds: number) =>
      `Seit mehreren Minuten besteht keine Verbindung zum Gerät. Die Sitzung endet in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"}.`,
    stay: "Angemeldet bleiben",
  },
} as const;
