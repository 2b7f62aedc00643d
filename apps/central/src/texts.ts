/** What people read of the central. */
export const texts = {
  product: "Hubwart Zentrale",
  environment: {
    HUBWART_CENTRAL_DATA_DIR: "ein Ordner.",
    HUBWART_CENTRAL_BIND: "eine IP-Adresse, z. B. 0.0.0.0.",
    HUBWART_CENTRAL_NAME: "ein Name mit 1 bis 100 Zeichen.",
    HUBWART_CENTRAL_ADDRESSES:
      "Namen oder IP-Adressen, unter denen die Standorte die Zentrale erreichen, durch Kommas getrennt.",
    HUBWART_CENTRAL_STORE_GB: "eine Zahl von 1 bis 100000 (Gigabyte).",
    HUBWART_CENTRAL_BACKUP_GB: "eine Zahl von 1 bis 1000000 (Gigabyte).",
    HUBWART_CENTRAL_SITE_HISTORY_GB: "eine Zahl von 1 bis 100000 (Gigabyte).",
    HUBWART_CENTRAL_AUDIT_DAYS: "eine ganze Zahl von 30 bis 36500 (Tage), oder 0 für unbegrenzt.",
    HUBWART_CENTRAL_NATS_PUBLIC: "Namen mit Port wie zentrale.example.org:4222, durch Kommas getrennt.",
    HUBWART_CENTRAL_NATS_URL:
      "Adressen wie tls://nats.example.org:4222, mit Port, eine je Server, durch Kommas getrennt.",
    HUBWART_CENTRAL_NATS_ROUTES:
      "Namen mit Port wie nats-1.example.org:6222, einer je Server in der Reihenfolge von HUBWART_CENTRAL_NATS_URL.",
    HUBWART_CENTRAL_NATS_REPLICAS:
      "1 oder 3; 3 nur mit HUBWART_CENTRAL_NATS_URL für einen Verbund von mindestens drei Servern.",
    HUBWART_CENTRAL_POSTGRES_URL: "eine Adresse wie postgres://benutzer@db.example.org/hubwart.",
  } as Record<string, string>,
  port: "eine Portnummer von 0 bis 65535.",
  notAllowed: "Dieser Wert ist nicht erlaubt.",
  programMissing: (program: string, debian: string, variable: string) =>
    `${program} fehlt. Bitte „apt-get install ${debian}“ ausführen oder ${variable} setzen.`,
  noAccount: "PostgreSQL läuft nicht als root. Bitte die Zentrale unter einem anderen Konto starten.",
  programSilent: (program: string, said: string) => `${program} kommt nicht hoch: ${said}`,
  alreadyRuns: (folder: string) => `Mit den Daten in ${folder} läuft schon eine Zentrale.`,
  started: (address: string) => `Zentrale: ${address}`,
  firstToken: (file: string) => `Der erste Zugang steht in ${file}.`,
  firstPerson: "Verwaltung",
  damagedKeys: (file: string) =>
    `${file} ist beschädigt. Ohne diese Schlüssel erkennt kein Standort die Zentrale wieder; bitte aus einer Sicherung zurückholen.`,
  joinRefused: "Dieser Code gilt nicht oder nicht mehr. Bitte in der Zentrale einen neuen anlegen.",
  requestUnreadable: "Die Anfrage nach einem Zertifikat ist nicht gültig.",
  pleaseSignIn: "Bitte anmelden.",
  foreignPage: "Diese Anfrage kommt nicht von der Seite der Zentrale.",
  wrongPassword: "Name oder Passwort ist falsch.",
  wrongCurrentPassword: "Das bisherige Passwort ist falsch.",
  signInFailed: (address: string) => `Anmeldung von ${address} fehlgeschlagen.`,
  notForTokens: "Mit einem Token geht das nicht. Bitte mit Name und Passwort oder auf der Seite anmelden.",
  tokenOnceMore: "Bitte dafür noch einmal mit dem Token anmelden.",
  noInvitation:
    "Dieser Link gilt nicht mehr. Bitte eine Person, die die Zentrale verwaltet, um einen neuen bitten.",
  ownAccount: "Den eigenen Zugang kann nur eine andere Person ändern oder entfernen.",
  noFactor: "Diese Person hat keine zweite Stufe der Anmeldung.",
  factorFirst:
    "Schalten Sie zuerst Ihre eigene zweite Stufe ein (oben rechts unter Ihrem Namen); sonst kämen Sie selbst nicht mehr herein.",
  factorMissing:
    "Ihre Rolle verlangt die zweite Stufe der Anmeldung, und Sie haben noch keine. Bitte eine Person, die die Zentrale verwaltet, um einen Link („Passwort zurücksetzen“); darüber richten Sie sie ein.",
  factorNeedsPassword: "Die zweite Stufe kommt zum Passwort dazu. Bitte legen Sie zuerst eines fest.",
  wrongCodeAtStart:
    "Der Code stimmt nicht. Bitte prüfen Sie, ob die Uhren der Zentrale und des Telefons richtig gehen.",
  otherPerson: (name: string) =>
    `In diesem Browser ist inzwischen „${name}“ angemeldet. Bitte laden Sie die Seite neu.`,
  forbidden: "Dafür reichen Ihre Rechte nicht.",
  tooMany: "Zu viele Versuche. Bitte später noch einmal.",
  page: {
    notBuilt: "Die Seite der Zentrale ist noch nicht gebaut.\n",
    noSuchFile: "Diese Datei gibt es nicht.\n",
  },
  noSuchAddress: "Diese Adresse gibt es nicht.",
  unreadable: "Die Anfrage ist nicht lesbar.",
  unexpected: "In der Zentrale ist ein unerwarteter Fehler aufgetreten.",
  goneMeanwhile: "Wozu das gehört, wurde inzwischen entfernt.",
  notNow: "Die Zentrale erreicht gerade ihre Datenbank oder NATS nicht. Bitte gleich noch einmal.",
  noSuchHub: "Diesen Standort gibt es nicht.",
  siteRevoked: "Dieser Standort ist gesperrt.",
  siteAway: "Dieser Standort ist gerade nicht verbunden.",
  siteSilent:
    "Der Standort hat nicht rechtzeitig geantwortet. Ob etwas geschehen ist, steht in seinem Änderungsprotokoll.",
  siteBusy: "An diesen Standort laufen gerade zu viele Anfragen. Bitte gleich noch einmal.",
  siteUnreadable: "Die Antwort des Standorts ist nicht lesbar.",
  tooLarge: "Die Anfrage ist zu groß für die Verbindung zum Standort.",
  noSuchCall: "Diesen Aufruf gibt es nicht.",
  changesSomething: "Dieser Aufruf ändert etwas am Standort. Dafür gibt es /sites/act.",
  manyFiles: "Gerade sind zu viele Dateien unterwegs. Bitte gleich noch einmal.",
  fileTicketOver: "Dieser Download ist abgelaufen. Bitte noch einmal auf Herunterladen klicken.",
  noSiteFile: "Zu diesem Aufruf gehört keine Datei, die über die Zentrale geht.",
  fileKindNotTaken: "Dateien dieser Art nimmt die Zentrale nicht an.",
  filesNoRoom: "Auf dem Datenträger der Zentrale ist kein Platz mehr dafür.",
  historyNoFile: "Das ist keine Datei aufgezeichneter Werte.",
  historyFull: (gigabytes: number) =>
    `Die Zentrale bewahrt von einem Standort höchstens ${gigabytes} GB aufgezeichnete Werte auf.`,
  historyTooHeavy:
    "Das Lesen der aufgezeichneten Werte hat zu lange gedauert oder zu viel Speicher gebraucht.",
  historySpan: "Das Ende muss nach dem Beginn liegen, höchstens zehn Jahre.",
  historySites: (most: number) =>
    `Das sind mehr als ${most} Standorte. Bitte mit einer Kennzeichnung einschränken.`,
  noSuchGroup: "Diese Gruppe gibt es nicht.",
  groupTaken: (name: string) => `Eine Gruppe „${name}“ gibt es schon.`,
  manyGroups: (most: number) => `Es gibt schon ${most} Gruppen. Bitte zuerst eine entfernen.`,
  noSuchPerson: "Diese Person gibt es nicht.",
  personTaken: (name: string) => `„${name}“ gibt es schon.`,
  lastAdministrator:
    "Das geht nicht: Danach könnte sich niemand mehr anmelden, der die Zentrale verwaltet. Bitte zuerst einer anderen Person diese Rolle geben.",
};
