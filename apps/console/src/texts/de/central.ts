/** The page about the central console that this hub may belong to. */
export const centralTexts = {
  title: "Zentrale",
  text: "Eine Zentrale zeigt viele Standorte auf einer Seite: wie es ihnen geht, welche Version läuft, was gemeldet ist. Dieses Gerät baut die Verbindung selbst auf; am Standort muss nichts geöffnet werden.",
  none: {
    title: "Keine Zentrale",
    text: "Dieses Gerät gehört zu keiner Zentrale. Es wird nichts übertragen.",
    join: "Einer Zentrale beitreten",
  },
  join: {
    title: "Einer Zentrale beitreten",
    address: "Adresse der Zentrale",
    addressText: "Zum Beispiel https://zentrale.example.org:8444",
    code: "Beitrittscode",
    codeText: "Er wird in der Zentrale angelegt, gilt 15 Minuten und nur einmal.",
    confirm: "Beitreten",
    done: (central: string) => `Dieses Gerät gehört jetzt zu „${central}“.`,
  },
  connection: {
    title: "Verbindung",
    connected: "verbunden",
    away: "nicht verbunden",
    closed: "Tür geschlossen",
    refused: "abgewiesen",
    central: "Zentrale",
    address: "Adresse",
    servers: "Verbindung zu",
    hub: "Kennung dieses Geräts",
    contact: "Letzter Kontakt",
    until: "Zertifikat gültig bis",
    why: "Grund",
    refusedText:
      "Die Zentrale kennt dieses Gerät nicht mehr oder hat es gesperrt. Zum Wiederkommen bitte austreten und mit einem neuen Code beitreten.",
    leave: "Austreten",
    leaveQuestion: (central: string) =>
      `Soll dieses Gerät aus „${central}“ austreten? Die Verbindung endet sofort, und der Schlüssel wird gelöscht.`,
    left: "Dieses Gerät gehört zu keiner Zentrale mehr.",
  },
  door: {
    title: "Tür und Rechte",
    open: "Tür zur Zentrale offen",
    openText: "Geschlossen wird nichts gesendet und nichts angenommen, auch nicht nach einem Neustart.",
    may: "Was die Zentrale hier höchstens darf",
    mayText:
      "Personen der Zentrale bekommen hier nie mehr als diese Rolle, und sehen mit ihr von der Zentrale aus die Konsole dieses Standorts. Was sie ändern, steht mit ihrem Namen im Änderungsprotokoll.",
    entrust: "Personen und Zertifikate von der Zentrale verwalten lassen",
    entrustText:
      "Administratoren der Zentrale legen dann hier Personen an, höchstens mit der Rolle darüber, und machen Links für deren Passwort; wer nicht mehr da sein soll, wird entfernt oder, wenn Sie ihn angelegt haben, gesperrt. Sie fügen Zertifizierungsstellen hinzu, denen dieses Gerät vertraut, und ändern seine Zertifikate. Ausgeschaltet, bei geschlossener Tür oder nach dem Austreten meldet sich niemand mehr an, den die Zentrale angelegt hat.",
    levels: {
      none: "Nur sehen, was unten geteilt wird",
      see: "Betrachter",
      operate: "Bediener",
      engineer: "Integrator",
      admin: "Administrator",
    },
    findings: "Zustand des Geräts teilen",
    findingsText: "Was das Gerät an sich selbst zu bemängeln hat.",
    alarms: "Zahl der Meldungen teilen",
    alarmsText: "Wie viele anstehen und wie viele niemand quittiert hat.",
    transitions: "Verlauf der Meldungen teilen",
    transitionsText:
      "Jede Meldung, die kommt, geht oder quittiert wird, mit Text und Namen. Ist die Zentrale weg, wird es nachgereicht.",
    changes: "Änderungsprotokoll teilen",
    changesText: "Wer hier was geändert hat, mit Namen und Adresse; ab dem Einschalten, nichts von vorher.",
    history: "Aufgezeichnete Werte teilen",
    historyText:
      "Was hier aufgezeichnet wird, ab dem Einschalten, spätestens nach einer Viertelstunde. Ist die Zentrale weg, wird es nachgereicht.",
    backups: "Datensicherungen teilen",
    backupsText:
      "Jede Sicherung, die auf diesem Gerät liegt. Mit Passwort kann die Zentrale sie aufbewahren, aber nicht öffnen.",
    escrow: "Passwort der Sicherungen hinterlegen",
    escrowText:
      "Die Zentrale kann die Sicherungen dann öffnen und ganz prüfen, und Sie bekommen das Passwort von dort zurück, wenn dieses Gerät verloren ist.",
    always:
      "Immer gemeldet werden Name, Version, Zustand von Hub und Lizenz, Version des Projekts und der Zeitpunkt der letzten Sicherung.",
    save: "Tür und Rechte speichern",
    saved: "Die Einstellungen wurden gespeichert.",
  },
} as const;
