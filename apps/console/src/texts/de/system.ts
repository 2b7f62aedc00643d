/** Texts of the area "system". */
export const systemTexts = {
  password: {
    title: "Passwort",
    box: "Passwort ändern",
    current: "Aktuelles Passwort",
    currentHint: "Bitte geben Sie das aktuelle Passwort ein.",
    currentGiven: "Das aktuelle Passwort wird beim Speichern geprüft.",
    new: "Neues Passwort",
    repeat: "Neues Passwort wiederholen",
    show: "Passwörter anzeigen",
    changed: "Das Passwort wurde geändert. Alle anderen Sitzungen wurden beendet.",
    wrong: "Das aktuelle Passwort ist falsch.",
    code: (code: number) => `Das Passwort wurde nicht geändert (Code: ${code}).`,
  },
  passkeys: {
    title: "Passkeys",
    about:
      "Ein Passkey ersetzt bei der Anmeldung den Code der App: Statt sechs Ziffern genügt Fingerabdruck, Gesicht oder PIN am Telefon, Computer oder Sicherheitsschlüssel. Das Passwort, die App und die Wiederherstellungscodes gelten weiter.",
    needsFactor: "Schalten Sie zuerst die zweite Stufe der Anmeldung ein; ein Passkey kommt dann dazu.",
    notHere: {
      plain:
        "Hier nicht möglich: Passkeys brauchen eine verschlüsselte Verbindung (https) mit einem Zertifikat, dem der Browser traut.",
      address:
        "Hier nicht möglich: Passkeys gelten für einen Namen. Rufen Sie die Konsole unter dem Namen des Geräts auf statt unter seiner Adresse; sein Zertifikat muss diesen Namen enthalten.",
      browser: "Dieser Browser kennt keine Passkeys.",
    },
    add: "Passkey hinzufügen",
    addText:
      "Bestätigen Sie Ihr Passwort. Danach fragt der Browser, wo der Passkey liegen soll. Er gilt nur unter dem Namen, unter dem die Konsole jetzt geöffnet ist.",
    name: "Bezeichnung",
    nameHint: "Zum Beispiel „Telefon“ oder „Schlüssel am Bund“.",
    next: "Weiter",
    refused: "Der Browser hat keinen Passkey angelegt. Bitte versuchen Sie es noch einmal.",
    added: "Der Passkey gilt ab der nächsten Anmeldung.",
    rename: "Umbenennen",
    remove: "Entfernen",
    removeQuestion: (name: string) =>
      `Soll der Passkey „${name}“ entfernt werden? Anmelden können Sie sich weiter mit Passwort und Code.`,
    removed: "Der Passkey wurde entfernt.",
    columns: {
      name: "Bezeichnung",
      host: "Gilt unter",
      since: "Angelegt",
      used: "Zuletzt verwendet",
      actions: "Aktionen",
    },
  },
  lastSignIn: {
    failed: (count: number) =>
      count === 1
        ? "Seit der letzten Anmeldung gab es einen Fehlversuch."
        : `Seit der letzten Anmeldung gab es ${count} Fehlversuche.`,
    last: (at: string, address: string) => `Zuletzt angemeldet: ${at} von ${address}.`,
  },
  sessions: {
    title: "Sitzungen",
    columns: {
      device: "Browser",
      address: "Adresse",
      since: "Angemeldet seit",
      used: "Zuletzt benutzt",
      actions: "Aktionen",
    },
    unknown: "Unbekannt",
    own: "Diese Sitzung",
    end: "Sitzung beenden",
    endQuestion: (device: string, address: string) =>
      `Soll die Sitzung „${device}“${address === "" ? "" : ` von ${address}`} beendet werden? Dort muss man sich danach neu anmelden.`,
    ended: "Die Sitzung wurde beendet.",
    endOthers: "Alle anderen beenden",
    endOthersConfirm: "Sitzungen beenden",
    endOthersQuestion: "Sollen alle Sitzungen außer dieser beendet werden?",
    othersEnded: (count: number) =>
      count === 1 ? "Eine Sitzung wurde beendet." : `${count} Sitzungen wurden beendet.`,
  },
  restart: {
    title: "Neustart",
    system: {
      title: "System",
      text: "Startet die Verwaltung und den Hub neu. Das Gerät selbst läuft weiter.",
      button: "System neu starten",
      question: "Soll das System neugestartet werden?",
      done: "Das System wurde neu gestartet.",
    },
    hub: {
      title: "Hub",
      text: "Startet nur das Projekt und seine Pods neu. Die Verwaltung bleibt erreichbar.",
      button: "Hub neu starten",
      question: (unit: string) => `Soll der Hub „${unit}“ neu gestartet werden?`,
      wait: "Der Hub wird neu gestartet …",
      done: "Der Hub wurde neu gestartet.",
      notRunning: "Der Hub wurde neu gestartet, das Projekt läuft aber nicht.",
      slow: "Der Hub ist noch nicht wieder bereit. Die Statusübersicht zeigt, wie es weitergeht.",
    },
    device: {
      title: "Gerät",
      text: "Startet das ganze Gerät neu. Geänderte Geräteeinstellungen werden dabei aktiv.",
      button: "Gerät neu starten",
      question: "Soll das Gerät neugestartet werden?",
      done: "Das Gerät wurde neu gestartet.",
    },
    version: "Version",
    started: "Gestartet",
    project: "Projekt",
    noProject: "Kein Projekt",
    state: "Status",
    ok: "OK",
    idle: "wartet auf ein Projekt",
    failed: (code: number) => (code === 0 ? "Fehler" : `Fehler (Code: ${code})`),
    restarts: "Neustarts",
    hostname: "Hostname",
  },
  copies: {
    title: "Kopie der Einstellungen",
    text: "Alle sechs Stunden werden Einstellungen und Änderungsprotokoll kopiert. Passwort und Projekt gehören nicht dazu.",
    lost: "Die Datenbank der Einstellungen ging verloren. Stellen Sie die letzte gute Kopie wieder her, oder verzichten Sie darauf.",
    newest: "Letzte Kopie",
    lostAt: "Verlust bemerkt",
    button: "Kopie wiederherstellen",
    question: (time: string) =>
      `Sollen Einstellungen und Änderungsprotokoll wieder so sein wie am ${time}? Das System wird dabei neu gestartet.`,
    confirm: "Wiederherstellen",
    done: "Die Einstellungen wurden wiederhergestellt.",
    dismiss: "Darauf verzichten",
    dismissConfirm: "Verzichten",
    unread: (names: readonly string[]) =>
      `Nicht lesbar und deshalb nicht in Kraft: ${names.map((name) => `„${name}“`).join(", ")}. Stellen Sie die letzte gute Kopie wieder her, oder verwerfen Sie das Gespeicherte, um neu zu beginnen.`,
    discard: (label: string) => `${label} verwerfen`,
    discardConfirm: "Verwerfen",
    discardQuestion: (label: string) =>
      `Soll mit „${label}“ neu begonnen werden? Das Gespeicherte bleibt auf dem Gerät beiseitegelegt, gilt aber nicht mehr.`,
    dismissQuestion:
      "Sollen die verlorenen Einstellungen nicht wiederhergestellt werden? Die Warnung endet damit.",
  },
} as const;
