/** Texts of the users of field devices and of the live channel API. */
export const usersTexts = {
  title: "Benutzer",
  tabs: { label: "Art der Benutzer", assets: "Assets", websocket: "WebSocket" },
  about: {
    assets:
      "Feldgeräte, die sich mit einem Pod vom Typ „asset“ verbinden. Welche Channels zu einem Gerät gehören, steht im Projekt.",
    websocket:
      "Visualisierungen und Programme, die Channels über die Adresse /ws lesen und schreiben. Was sie dürfen, sagt die Rolle.",
  },
  documents: {
    text: "Beschreibung der Schnittstelle:",
    asyncApi: "AsyncAPI (WebSocket)",
    openApi: "OpenAPI (HTTP)",
  },
  columns: { username: "Benutzer", role: "Rolle", pwd: "Passwort gesetzt", actions: "Aktionen" },
  yes: "ja",
  no: "nein",
  withToken: "ja, dazu ein Token",
  tokenOnly: "nein, nur ein Token",
  add: "Benutzer hinzufügen",
  edit: "Benutzer bearbeiten",
  delete: "Benutzer löschen",
  deleteQuestion: (username: string) =>
    `Soll der Benutzer „${username}“ entfernt werden? Bestehende Verbindungen werden getrennt.`,
  added: "Benutzer hinzugefügt",
  changed: "Benutzer geändert",
  removed: "Benutzer entfernt",
  empty: "Noch kein Benutzer",
  emptyText: {
    assets: "Ohne Benutzer kann sich kein Feldgerät verbinden.",
    websocket: "Ohne Benutzer kann niemand Channels über /ws lesen oder schreiben.",
  },
  username: "Benutzername",
  role: "Rolle",
  roleText: {
    assets:
      "„write“ liefert und empfängt die Werte der eigenen Channels, „read“ empfängt nur. Einzelne Channels: „write:asset.feld.pumpe*“.",
    websocket:
      "„read“ liest alles, „write“ liest und schreibt alles. Einzelne Channels: „read:knx.* write:knx.licht.*“.",
  },
  pwd: "Passwort",
  repeat: "Passwort wiederholen",
  keep: "Leer lassen, um das Passwort zu behalten.",
  different: "Die Passwörter sind nicht identisch.",
  short: "Erlaubt sind mindestens 8 Zeichen.",
  invalid: "Die Angaben sind ungültig. Prüfen Sie Benutzername, Rolle und Passwort.",
  overtaken:
    "Die Benutzer wurden inzwischen an anderer Stelle geändert. Schließen Sie den Dialog und öffnen Sie ihn erneut.",
  rights: {
    all: "Liest und schreibt alle Channels.",
    readAll: "Liest alle Channels.",
    some: (read: string, write: string) =>
      write === "" ? `Liest ${read}.` : `Liest ${read}; schreibt ${write}.`,
    none: "Diese Rolle gibt keine Rechte.",
    own: "Liefert und empfängt die Werte der eigenen Channels.",
    ownReceives: "Empfängt nur; eigene Werte werden abgelehnt.",
    ownSome: (read: string, write: string) =>
      `Nur eigene Channels aus: ${[read, write].filter(Boolean).join(", ")}.`,
  },
  token: {
    button: "Token",
    of: (username: string) => `Token von ${username}`,
    text: "Mit einem Token meldet sich ein Programm oder Gerät ohne Passwort an. Es wird nur einmal angezeigt.",
    replaces: "Ein neues Token ersetzt das bisherige. Bestehende Verbindungen werden getrennt.",
    make: "Token erzeugen",
    made: "Token erzeugt",
    shown: "Neues Token",
    keep: "Notieren Sie das Token jetzt. Es kann später nicht mehr angezeigt werden.",
    copy: "Kopieren",
    remove: "Token entfernen",
    removed: "Token entfernt",
    close: "Schließen",
  },
} as const;
