/** What people read of files, the network and a start. */
/** What a setting of the environment may be, by its name. */
const environment: Readonly<Record<string, string>> = {
  HUBWART_HTTPS_REDIRECT: "Erlaubt ist: on, off.",
  HUBWART_BIND: "Erlaubt ist eine IP-Adresse.",
  HUBWART_HOST: "Erlaubt ist: auto, systemd, embedded.",
  HUBWART_HOSTD_SOCKET: "Erlaubt ist ein absoluter Pfad.",
  HUBWART_CONTAINER_ENGINE: "Erlaubt ist: auto, none oder unix:///… mit dem Pfad eines Sockets.",
  HUBWART_IMAGE_REGISTRY: "Erlaubt ist host:port, auch mit einem Pfad.",
  HUBWART_LICENSE_URL: "Erlaubt ist eine Adresse mit http:// oder https://.",
  HUBWART_UPDATE_GATE: "Erlaubt sind 5 bis 3600 s.",
  HUBWART_UPDATE_TRIAL: "Erlaubt sind 0 bis 86400 s.",
  HUBWART_UPDATE_URL: "Erlaubt ist eine Adresse mit http:// oder https://.",
  HUBWART_PRODUCT: "Erlaubt sind 1 bis 60 Zeichen.",
  HUBWART_EMBEDDED_VENDOR: "Erlaubt ist: on, off.",
  HUBWART_MQTT_ADDR: "Erlaubt ist host:port.",
  HUBWART_INFLUX_ADDR: "Erlaubt ist host:port.",
  HUBWART_POD_BROKER: "Erlaubt ist mqtts://host:port, ohne Benutzernamen und Passwort.",
  HUBWART_POD_BROKER_TOPIC: "Erlaubt ist ein Topic ohne +, # und Leerzeichen.",
  HUBWART_HISTORY_DAYS: "Erlaubt sind 1 bis 36500 Tage.",
  HUBWART_HISTORY_GB: "Erlaubt sind 0.01 bis 10000 GB.",
  HUBWART_RESTART_DELAY_MAX: "Erlaubt sind 100 bis 30000 ms.",
};

const tls: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "das Zertifikat ist abgelaufen",
  CERT_NOT_YET_VALID: "das Zertifikat gilt noch nicht",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "das Zertifikat ist selbst signiert und nicht als vertrauenswürdig eingetragen",
  SELF_SIGNED_CERT_IN_CHAIN: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_GET_ISSUER_CERT: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "die Zertifizierungsstelle ist nicht als vertrauenswürdig eingetragen",
  CERT_SIGNATURE_FAILURE: "die Signatur des Zertifikats ist falsch",
  ERR_TLS_CERT_ALTNAME_INVALID: "das Zertifikat gilt für einen anderen Namen",
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "die Gegenseite verlangt ein Client-Zertifikat",
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA:
    "die Gegenseite kennt die Zertifizierungsstelle des Client-Zertifikats nicht",
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: "das Client-Zertifikat ist gesperrt",
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: "das Client-Zertifikat ist abgelaufen",
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: "die Gegenseite nimmt das Client-Zertifikat nicht an",
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: "die Gegenseite nimmt das Client-Zertifikat nicht an",
};

const parts: Readonly<Record<string, string>> = {
  table: "die Tabelle",
  view: "die Sicht",
  trigger: "der Auslöser",
  index: "der Index",
};

export const texts = {
  onTrial:
    "Die letzte Version ist noch auf Probe. Bitte warten Sie, bis die Probe vorbei ist, oder kehren Sie zur vorherigen Version zurück.",
  beingChanged: "Das Gerät wird gerade auf einen anderen Stand gebracht.",
  notAllowed: "Dieser Wert ist nicht erlaubt.",
  notReady: (shown: string, status: number) => `${shown} ist zurzeit nicht bereit (HTTP ${status})`,
  notLikeInflux: (shown: string, status: number) => `${shown} antwortet nicht wie InfluxDB (HTTP ${status})`,
  oneMessageLost: "Eine Meldung konnte nicht geschrieben werden.",
  messagesLost: (count: number) => `${count} Meldungen konnten nicht geschrieben werden.`,
  messagesRemoved: (days: number, files: number) =>
    `Meldungen entfernt, die älter sind als ${days} Tage (Dateien: ${files}).`,
  noConnection: (target: string) => `Verbindung zu ${target} fehlgeschlagen`,
  tlsRefused: (target: string, why: string) => `TLS-Verbindung zu ${target} abgelehnt: ${why}`,
  refusedConnection: (target: string) =>
    `Verbindung zu ${target} abgelehnt: dort nimmt kein Dienst Verbindungen an`,
  nameUnknown: (target: string) => `Der Name in ${target} lässt sich nicht auflösen (DNS)`,
  unreachable: (target: string) => `${target} ist im Netzwerk nicht erreichbar`,
  timeout: (target: string) => `Zeitüberschreitung bei der Verbindung zu ${target}`,
  brokenOff: (target: string) => `${target} hat die Verbindung unterbrochen`,
  tooManyOpen: "Es sind zu viele Verbindungen oder Dateien offen",
  noTls: (target: string, code: string) =>
    `TLS-Verbindung zu ${target} fehlgeschlagen: dort wird kein passendes TLS gesprochen (${code})`,
  noBindAddress: "Die Adresse in HUBWART_BIND gibt es auf diesem Gerät nicht.",
  noFolder: (where: string) => `${where} ist kein Ordner.`,
  tooFewFiles:
    "Der Prozess darf zu wenige Dateien öffnen (ulimit -n, bei systemd LimitNOFILE); es sollen mindestens 1024 sein.",
  diskFull: "Der Speicher des Geräts ist voll.",
  theDatabase: "die Datenbank",
  newerDatabase: "Die Datenbank stammt von einer neueren Version.",
  tablesMissing: "In der Datenbank fehlen Tabellen.",
  tableOfDatabase: (table: string) => `die Tabelle „${table}“ der Datenbank`,
  foreignValue: (table: string, column: string) =>
    `In der Tabelle „${table}“ der Datenbank ist „${column}“ kein Wert von Hubwart.`,
  tooLargeInBackup: (what: string) => `In dieser Sicherung ist ${what} zu groß.`,
  copyGone: "Diese Kopie gibt es nicht mehr.",
  noFile: (file: string) => `${file} ist keine Datei.`,
  notAccessible: (file: string, account: number | undefined, mode: string) =>
    `${file} ist nicht zugänglich (Besitzer: Konto ${account}, Rechte ${mode}).`,
  wouldBeOverwritten:
    "Was hier gespeichert ist, lässt sich nicht lesen und würde überschrieben. Die Startseite sagt, was damit zu tun ist.",
  overload: (address: string, ended: number) =>
    `Die Adresse ${address} fragt mehr, als sie liest; ${ended === 1 ? "eine Verbindung wurde" : `${ended} Verbindungen wurden`} beendet. Bitte prüfen Sie, was dort läuft.`,
  environment,
  ports: "Erlaubt ist ein Port von 0 bis 65535.",
  tls,
  portTaken: (port: number | undefined) =>
    `Port ${port ?? "?"} ist bereits belegt. Bitte beenden Sie das Programm, das ihn benutzt, oder wählen Sie einen anderen (HUBWART_HTTP_PORT, HUBWART_VENDOR_PORT).`,
  portForbidden: (port: number | undefined) =>
    `Für Port ${port ?? "?"} fehlen die Rechte; Ports ab 1024 sind frei wählbar (HUBWART_HTTP_PORT).`,
  notWritable: (where: string) => `${where || "Der Ordner der Daten"} ist nicht beschreibbar.`,
  notReadable: (where: string) => `${where || "Eine Datei des Geräts"} ist nicht lesbar.`,
  startFailed: (reason: string) => `Start fehlgeschlagen: ${reason}`,
  parts,
  entry: "der Eintrag",
  foreignDatabase: (what: string, name: string, how: string) =>
    `Die Datenbank ist keine von Hubwart: ${what} „${name}“ ist ${how}.`,
  signInLocked: (seconds: number) =>
    `Zu viele falsche Passwörter. In ${seconds} Sekunden ist ein erneuter Versuch möglich.`,
  tooManySignIns: "Es laufen gerade zu viele Anmeldungen. Bitte versuchen Sie es gleich erneut.",
  succeedsAgain: (what: string) => `${what} gelingt wieder`,
  answersEndlessly: (peer: string) => `${peer} antwortet ohne Ende`,
  unknown: "unbekannt",
};
