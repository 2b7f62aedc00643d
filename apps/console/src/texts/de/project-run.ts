/** Texts of the pages that check or upload a project, and of what comes out of it. */
const page = (name: string) => `Projekt > ${name}`;

export const projectRunTexts = {
  check: {
    title: page("Prüfen"),
    box: "Projektdatei prüfen",
    intro: "Die Datei wird nur geprüft. Das Projekt auf dem Gerät bleibt unverändert.",
    submit: "Prüfen",
  },
  upload: {
    title: page("Hochladen"),
    box: "Projektdatei hochladen",
    intro:
      "Die Datei wird nach dem Hochladen geprüft. Nur wenn die Prüfung erfolgreich ist, ersetzt die Datei das vorhandene Projekt.",
    submit: "Hochladen",
  },
  file: {
    choose: "Projektdatei auswählen",
    drop: "oder hierher ziehen",
    dropNow: "Hier loslassen",
    kinds: (megabytes: number) =>
      `Excel-Arbeitsmappe (.xlsx) oder Archiv (.zip), höchstens ${megabytes}\u00a0MB`,
    remove: "Auswahl aufheben",
    first: "Wählen Sie zuerst eine Datei.",
    missing: "Es wurde keine Datei ausgewählt.",
    tooLarge: (size: string, megabytes: number) =>
      `Die Datei ist mit ${size} zu groß. Erlaubt sind höchstens ${megabytes}\u00a0MB.`,
    onlyFirst: "Es wurde nur die erste Datei übernommen.",
  },
  note: {
    label: "Notiz (optional)",
    hint: "Steht danach in der Liste der Versionen.",
  },
  store: {
    use: "Hochgeladene Datei auf dem Gerät speichern",
    hintOfUse: "Sie lässt sich dann später wieder herunterladen.",
    password: "Passwort (optional)",
    repeat: "Passwort wiederholen",
    hint: "Mit Passwort wird die Datei verschlüsselt gespeichert. Ohne das Passwort lässt sie sich nicht wiederherstellen.",
    notEqual: "Die Passwörter sind nicht identisch.",
  },
  progress: {
    title: "Fortschritt",
    label: "Übertragung der Datei",
    cancel: "Abbrechen",
    sending: "Die Datei wird hochgeladen",
    sent: "Die Datei ist hochgeladen",
    bytes: (sent: string, total: string) => `${sent} von ${total}`,
    checking: "Das Projekt wird geprüft",
    checkLater: "Das Projekt prüfen",
    checked: "Das Projekt ist geprüft",
    applying: "Das Projekt wird übernommen",
    applyLater: "Das Projekt übernehmen",
    applyText: "Der Hub startet mit dem neuen Projekt. Das kann bis zu einer Minute dauern.",
  },
  failed: {
    title: "Hochladen fehlgeschlagen",
    code: (code: number) => `Code: ${code}`,
    connection: "Die Verbindung zum Gerät ist abgebrochen. Bitte versuchen Sie es erneut.",
    changed:
      "Die Datei wurde seit der Auswahl geändert, verschoben oder gelöscht. Bitte wählen Sie sie erneut aus.",
  },
  summary: {
    title: "Zusammenfassung",
    back: "Zurück",
    toUpload: "Dieses Projekt hochladen",
    file: "Datei",
    errors: "Fehler",
    warnings: "Warnungen",
    oldHash: "Prüfsumme bisher",
    newHash: "Prüfsumme neu",
    podsMissing: "Nicht gestartet",
    toPods: "Zu den Pods",
    toLicense: "Zur Lizenz",
  },
  outcome: {
    identical: {
      badge: "identisch",
      title: "Das Projekt ist identisch mit dem Projekt auf dem System.",
      check: "Beim Hochladen würde sich nichts ändern.",
      upload: "Am laufenden Projekt hat sich nichts geändert.",
    },
    valid: {
      badge: "gültig",
      title: "Das Projekt ist gültig.",
      restart: "Beim Hochladen wird der Hub neu gestartet.",
      noRestart: "Es lässt sich ohne Neustart des Hubs übernehmen.",
    },
    unchanged: {
      badge: "übernommen",
      title: "Das Projekt ist gültig und wurde übernommen.",
      text: "Ein Neustart des Hubs war nicht nötig.",
    },
    waiting: {
      badge: "übernommen",
      title: "Das Projekt ist gültig und wurde übernommen.",
      text: "Der Hub wurde neu gestartet. Die Laufzeitinformationen werden geladen …",
    },
    finished: {
      badge: "übernommen",
      title: "Das Projekt ist gültig und wurde übernommen.",
      text: "Der Hub wurde neu gestartet, alle Pods laufen.",
    },
    invalid_pod: {
      badge: "nicht vollständig",
      title: "Das Projekt wurde übernommen, aber nicht alle Pods sind gestartet.",
      text: "Pods, die mit ihrer Gegenstelle noch verbunden werden, erscheinen kurz danach als verbunden.",
    },
    errors: {
      badge: "mit Fehlern",
      title: "Das Projekt wurde übernommen, zur Laufzeit sind aber Fehler aufgetreten.",
      text: "Die Meldungen stehen unten.",
    },
    unlicensed: {
      badge: "ohne Lizenz",
      title: "Das Projekt ist gültig und wurde übernommen, läuft aber nicht.",
      text: "Das Gerät besitzt noch keine gültige Lizenz.",
    },
    unknown: {
      badge: "übernommen",
      title: "Das Projekt ist gültig und wurde übernommen.",
      text: "Ob alle Pods laufen, ließ sich nicht ermitteln. Die Statusübersicht zeigt den Stand des Hubs.",
    },
    invalid: {
      badge: "ungültig",
      title: "Das Projekt ist ungültig.",
      check: "Bitte beheben Sie die Fehler in der Datei und prüfen Sie sie erneut.",
      upload: "Das vorhandene Projekt bleibt unverändert.",
    },
    put_back: {
      badge: "wiederhergestellt",
      title: "Das neue Projekt lief nicht, das vorherige wurde wiederhergestellt.",
    },
    not_started: {
      badge: "läuft nicht",
      title: "Das Projekt konnte nicht gestartet werden.",
    },
    refused: {
      badge: "abgelehnt",
      title: "Das Projekt wurde nicht übernommen.",
    },
  },
  pods: {
    title: "Pods",
    done: (count: number) => `Alle ${count} Pods sind verbunden.`,
    oneDone: "Der Pod ist verbunden.",
    open: (connected: number, all: number) => `${connected} von ${all} Pods sind verbunden`,
    connected: "verbunden",
    unconnected: "läuft, noch nicht verbunden",
    external: "läuft außerhalb, noch nicht angemeldet",
    starting: "wird gestartet",
  },
  notice: {
    wait: "Bitte warten, der Hub wird neu gestartet …",
    finished: "Das Projekt ist gültig und vollständig gestartet.",
    invalidPod: "Nicht alle Pods sind gestartet.",
    errors: "Das Projekt läuft mit Fehlern.",
  },
} as const;
