/** Texts of the status dashboard. */
import { formatDecimal } from "../../lib/intl.ts";

const percent = (value: number): string => `${formatDecimal(value, 1)} %`;

export const statusTexts = {
  title: "Status",
  diagnostics: "Diagnosedatei herunterladen",
  health: {
    box: "Gesamtzustand",
    fine: "Alles in Ordnung",
    young: "Die Anlage wird gestartet",
    asking: "Die Anlage wird abgefragt",
    unasked: "Wie es der Anlage geht, ist gerade nicht bekannt",
    before: (sentence: string) => `Zuletzt: ${sentence}.`,
    trouble: "Es gibt Störungen",
    alarms: "Es stehen Meldungen an",
    ready: "Bereit für das erste Projekt",
    warning: "Es gibt Warnungen",
    error: "Es liegt ein Fehler vor",
    fineText: "Lizenz, Projekt, Pods und die Dienste des Herstellers melden keine Auffälligkeiten.",
    mend: "Beheben",
    routes: {
      "/system/license": "Zur Lizenz",
      "/system/restart": "Zum Neustart",
      "/system/network": "Zu den Geräteeinstellungen",
      "/system/update": "Zum Update",
      "/system/backup": "Zum Backup",
      "/project/upload": "Projekt hochladen",
      "/project/download": "Zu den Projektversionen",
      "/runtime/logging": "Zum Ereignis-Protokoll",
      "/pods": "Zu den Pods",
      "/container": "Zu den Containern",
      "/resources/const": "Zu den Konstanten",
      "/resources/scripts": "Zu den Skripten",
      "/resources/certs": "Zu den Zertifikaten",
    } as Readonly<Record<string, string>>,
  },
  plant: {
    title: "Pods",
    lastValue: "Letzter Wert",
    noValue: "Noch kein Wert",
    pods: (running: number, all: number) => {
      if (running === 0) return "Kein Pod läuft";
      if (running === all) return all === 1 ? "1 Pod läuft" : `${all} Pods laufen`;
      return `${running} von ${all} Pods ${running === 1 ? "läuft" : "laufen"}`;
    },
    connections: (down: number, all: number) => {
      if (down > 0)
        return all === 1 ? "die Verbindung ist gestört" : `${down} von ${all} Verbindungen gestört`;
      return all === 1 ? "die Verbindung steht" : `alle ${all} Verbindungen stehen`;
    },
    starting: (count: number) => (count === 1 ? "1 wird gestartet" : `${count} werden gestartet`),
    /** `all`: of how many, where nothing was said of them before. */
    connecting: (count: number, all: number | undefined) => {
      const verb = count === 1 ? "wird" : "werden";
      if (all === undefined) return `${count} ${verb} aufgebaut`;
      return all === 1
        ? "die Verbindung wird aufgebaut"
        : `${count} von ${all} Verbindungen ${verb} aufgebaut`;
    },
    since: (time: string) => `seit ${time}`,
    more: (count: number) => `und ${count} weitere`,
    all: (count: number) => (count === 1 ? "Pod anzeigen" : `Alle ${count} Pods anzeigen`),
    states: {
      ok: "läuft",
      away: "läuft, nicht verbunden",
      connecting: "wird verbunden",
      starting: "wird gestartet",
      stopped: "läuft nicht",
      waiting: "wartet auf Start",
    },
  },
  troubles: {
    list: "Was zu tun ist",
    /** How sentences of the appliance on a pod begin. */
    ofPod: ["Der Pod", "Beim Pod"],
    away: "nicht verbunden",
    stopped: "läuft nicht",
    pod: "Zum Pod",
    alarms: "Alle Meldungen",
    /** Of the link: what the button leads to, and of what. */
    next: (button: string, title: string, id?: string) =>
      id === undefined ? `${button}: ${title}` : `${button}: ${title} (${id})`,
    since: (time: string) => `seit ${time}`,
    more: (count: number) => `${count} weitere anzeigen`,
    less: "Weniger anzeigen",
  },
  areas: {
    title: "Anlage",
    whole: "Gesamte Anlage",
    path: "Bereich",
    fine: "in Ordnung",
    bad: (count: number) => (count === 1 ? "1 Wert gestört" : `${count} Werte gestört`),
    uncertain: (count: number) => (count === 1 ? "1 Wert unsicher" : `${count} Werte unsicher`),
    waiting: "noch kein Wert",
    partly: (count: number) => (count === 1 ? "1 Wert kam noch nie" : `${count} Werte kamen noch nie`),
    contents: (channels: number, areas: number) => {
      const values = channels === 1 ? "1 Wert" : `${channels.toLocaleString("de")} Werte`;
      return areas === 0 ? values : `${values} in ${areas === 1 ? "1 Bereich" : `${areas} Bereichen`}`;
    },
    more: (count: number) => (count === 1 ? "1 weiterer Bereich" : `${count} weitere Bereiche`),
    showAll: (count: number) => `Alle ${count} anzeigen`,
    values: "Werte",
    allValues: (count: number) => `Alle ${count.toLocaleString("de")} Werte im Debugger`,
    allPods: (count: number) => (count === 1 ? "Pod anzeigen" : `Alle ${count} Pods`),
    setpoint: "Soll",
    state: { uncertain: "unsicher", bad: "gestört", none: "noch kein Wert" },
    trend: (low: string, high: string) => `Letzte 6 Stunden: ${low} bis ${high}`,
    gone: "Diesen Bereich gibt es in der Anlage nicht.",
    unnamed:
      "Das Projekt nennt noch keine Bereiche. Mit der Spalte „area“ ordnen Sie die Werte nach Gebäude, Stockwerk und Raum.",
  },
  device: {
    title: "Gerät",
    contents: "Lizenz, Projekt, Container, Netzwerk und Speicher",
  },
  welcome: {
    title: "Erste Schritte",
    example: {
      title: "Ausprobieren",
      text: "Ein fertiges Projekt, das keine weiteren Geräte braucht und sofort Werte zeigt.",
      button: "Beispiel laden",
    },
    template: {
      title: "Eigenes Projekt anlegen",
      text: "Im Browser, geprüft beim Tippen; oder in einer Arbeitsmappe, deren Vorlage jede Tabelle und jede Spalte erklärt.",
      edit: "Im Browser anlegen",
      button: "Vorlage herunterladen",
    },
    upload: {
      title: "Hochladen",
      text: "Vor dem Übernehmen wird die Datei geprüft. Fehler werden mit Tabelle und Zeile genannt.",
      button: "Projekt hochladen",
    },
  },
  license: {
    valid: "Die Lizenz ist gültig",
    invalid: "Es liegt keine gültige Lizenz vor",
    short: { valid: "gültig", invalid: "ungültig" },
  },
  server: {
    ok: "Anmeldung erfolgreich",
    reached: "Server erreicht, Anmeldung abgelehnt",
    none: "Kein Zugriff",
    unknown: "Noch nicht geprüft",
  },
  general: {
    title: "Allgemein",
    license: "Lizenz",
    version: "Version",
    channel: "Update-Kanal",
    channels: {
      stable: "Stabil",
      test: "Test",
      rc: "Release Preview",
      dev: "Development",
    } as Readonly<Record<string, string>>,
    uptime: "In Betrieb seit",
    uptimeSince: (moment: string, duration: string) => `${moment} (${duration})`,
    restart: "Neustart",
  },
  project: {
    title: "Projekt",
    status: "Status",
    states: {
      running: "Das Projekt läuft",
      noLicense: "Keine gültige Lizenz vorhanden",
      noProject: "Kein Projekt hochgeladen",
      stopped: "Das Projekt ist angehalten",
      notRunning: "Das Projekt läuft nicht",
    },
    id: "ID",
    name: "Name",
    file: "Datei",
    encrypted: "Mit Passwort verschlüsselt",
    notStored: "Nicht auf dem Gerät gespeichert",
    uploaded: "Hochgeladen",
    started: "Gestartet",
    restarts: "Neustarts",
    reason: "Grund des Neustarts",
    reasons: {
      1: "Lizenz fehlt",
      2: "Fingerabdruck konnte nicht erstellt werden",
      3: "Lizenz ist abgelaufen",
      4: "Projektänderung",
      5: "Benutzeraktion",
      1001: "Projekt hochgeladen",
      1002: "Ressourcen aktiviert (Skripte)",
      1003: "Ressourcen aktiviert (Konstanten)",
      1004: "Lizenzschlüssel übertragen",
      1005: "Datenspeicher wiederhergestellt",
    } as Readonly<Record<number, string>>,
    reasonCode: (code: number) => `Code: ${code}`,
    unknown: "Unbekannt",
    unknownReason: (code: number) => `Unbekannt (Code: ${code})`,
    crash: {
      signal: (signal: string) => `unerwartet beendet (Signal ${signal})`,
      code: (code: number) => `unerwartet beendet (Rückgabewert ${code})`,
    },
    failed: "Fehler",
    putBack: "Das vorherige Projekt wurde wiederhergestellt",
    download: "Herunterladen",
    downloadLabel: "Projektdatei herunterladen",
    pods: "Pods anzeigen",
    dialog: {
      title: "Projektdatei herunterladen",
      text: (file: string) =>
        `Die Datei „${file}“ ist verschlüsselt. Bitte geben Sie das Passwort ein, mit dem sie gespeichert wurde.`,
      password: "Passwort der Projektdatei",
      wrong: "Das Passwort ist falsch.",
    },
  },
  containers: {
    title: "Container",
    status: "Status",
    running: (count: number) => (count === 1 ? "1 Container läuft" : `${count} Container laufen`),
    incomplete: "Nicht alle Container laufen",
    noEngine: "Keine Container-Verwaltung",
    none: (reason: string) => `Container: ${reason}`,
    memory: "RAM",
    cpu: "CPU",
    refresh: "Container neu laden",
    open: "Container anzeigen",
  },
  host: {
    title: "Host",
    hostname: "Hostname",
    time: "Gerätezeit",
    difference: "Abweichung zum Browser",
    noDifference: "keine",
    ahead: (duration: string) => `+${duration}`,
    behind: (duration: string) => `−${duration}`,
    differenceHint: "Bitte prüfen Sie Zeitzone und Zeitserver.",
    started: "Gestartet",
  },
  connectivity: {
    title: "Verbindung",
    license: "Lizenzserver",
    update: "Update-Server",
    checked: "Zuletzt geprüft",
    refresh: "Verbindung prüfen",
  },
  net: {
    title: "Netzwerkadapter",
    device: "Adapter",
    ip: "IP-Adresse",
    mask: "Netzmaske",
    gw: "Gateway",
    mac: "MAC-Adresse",
    empty: "Kein Netzwerkadapter gefunden",
  },
  routing: {
    title: "Routing",
    net: "Netz",
    ip: "Gateway",
    device: "Adapter",
    default: "Standard",
  },
  memory: {
    title: "Speicher",
    kind: "Art",
    names: { HDD: "HDD", RAM: "RAM" },
    total: "Gesamt",
    free: "Frei",
    used: "Belegt",
    usedPerc: "Belegung",
    reserved: (gib: string) => `${gib} der HDD sind dem System vorbehalten und zählen nicht zur Belegung.`,
  },
  history: {
    title: "Verlauf",
    range: "Zeitraum",
    ranges: { 60: "1 Std.", 360: "6 Std.", 1440: "24 Std." },
    cpu: "CPU",
    ram: "RAM",
    disk: "HDD",
    summary: (name: string, now: number, mean: number, most: number) =>
      `${name}: zuletzt ${percent(now)}, im Mittel ${percent(mean)}, höchstens ${percent(most)}`,
    figures: (mean: number, most: number) => `Mittel ${percent(mean)} · Höchstwert ${percent(most)}`,
    tooFew: "Der Verlauf wird noch aufgezeichnet.",
    marks: {
      system: () => "System gestartet",
      hub: () => "Hub gestartet",
      project: (version: string) => `Projekt gewechselt (Version ${version})`,
    },
    marksTitle: "Ereignisse im Zeitraum",
  },
} as const;
