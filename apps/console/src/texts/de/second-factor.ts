/** The code besides the password, at a hub and at a central. */
export const secondFactorTexts = {
  title: "Zweite Stufe der Anmeldung",
  on: "Eingeschaltet",
  off: "Ausgeschaltet",
  about:
    "Mit der zweiten Stufe verlangt die Anmeldung zusätzlich zum Passwort einen Code, den eine App auf Ihrem Telefon alle 30 Sekunden neu anzeigt (TOTP). Wer nur das Passwort kennt, kommt nicht hinein.",
  since: "Eingeschaltet am",
  left: "Übrige Wiederherstellungscodes",
  switchOn: "Einschalten",
  switchOff: "Ausschalten",
  renew: "Neue Wiederherstellungscodes",
  password: "Passwort",
  wrongPassword: "Das aktuelle Passwort ist falsch.",
  code: "Code",
  codeHint: "Sechs Ziffern aus der App, oder ein Wiederherstellungscode.",
  next: "Weiter",
  scan: "Lesen Sie dieses Bild mit der App ein, oder geben Sie den Schlüssel von Hand ein. Danach zeigt die App einen Code an.",
  picture: "QR-Code mit dem Schlüssel für die App",
  secret: "Schlüssel",
  confirmHint: "Sechs Ziffern, die die App jetzt anzeigt.",
  done: "Die zweite Stufe ist eingeschaltet. Alle anderen Sitzungen wurden beendet.",
  ended: "Die zweite Stufe ist ausgeschaltet. Alle anderen Sitzungen wurden beendet.",
  offText: "Danach genügt zur Anmeldung wieder das Passwort.",
  renewText: "Die bisherigen Wiederherstellungscodes gelten danach nicht mehr.",
  codesTitle: "Wiederherstellungscodes",
  codesKept: "Ich habe die Codes aufbewahrt",
  copy: "Codes kopieren",
  codesLeft: (count: number) =>
    count === 1
      ? "Es ist noch ein Wiederherstellungscode übrig."
      : `Es sind noch ${count} Wiederherstellungscodes übrig.`,
  demanded: "Ihre Rolle verlangt die zweite Stufe; sie lässt sich nicht ausschalten.",
  /** Of a hub. */
  device: {
    clock: "Uhr des Geräts",
    codesText:
      "Bewahren Sie diese Codes getrennt vom Telefon auf; sie werden nur jetzt gezeigt. Jeder gilt einmal statt eines Codes der App, auch wenn die Uhr des Geräts falsch geht. Sind alle verloren, hilft am Gerät „hubwart password reset“.",
  },
  /** Of a central. */
  central: {
    clock: "Uhr der Zentrale",
    codesText:
      "Bewahren Sie diese Codes getrennt vom Telefon auf; sie werden nur jetzt gezeigt. Jeder gilt einmal statt eines Codes der App, auch wenn die Uhr der Zentrale falsch geht. Sind alle verloren, nimmt Ihnen eine andere Person, die die Zentrale verwaltet, die zweite Stufe unter Personen ab.",
  },
  demand: {
    title: "Zweite Stufe der Anmeldung",
    label: "Verlangt für",
    saved: "Gespeichert",
    without: (names: string) => `Ohne zweite Stufe sind zurzeit: ${names}.`,
  },
} as const;
