/** Texts of the page of alarms. */
import { formatDecimal } from "../../lib/intl.ts";

const number = (value: number): string => formatDecimal(value, 0, 1);
const counted = (count: number): string => `${number(count)} ${count === 1 ? "Meldung" : "Meldungen"}`;

export const alarmsTexts = {
  title: "Meldungen",
  tabs: {
    label: "Ansichten der Meldungen",
    standing: "Anstehend",
    history: "Verlauf",
    shelved: "Zurückgestellt",
    maintenance: "Wartung",
    duty: "Bereitschaft",
    figures: "Kennzahlen",
    heartbeat: "Lebenszeichen",
  },
  priority: "Priorität",
  priorities: { 1: "Dringend", 2: "Hoch", 3: "Mittel", 4: "Niedrig" } as Readonly<Record<number, string>>,
  allPriorities: "Alle Prioritäten",
  upTo: (word: string) => `${word} und dringender`,
  states: {
    unacked: "Steht an, nicht quittiert",
    acked: "Steht an, quittiert",
    returned: "Gegangen, nicht quittiert",
    latchedUnacked: "Gegangen, gehalten, nicht quittiert",
    latchedAcked: "Gegangen, gehalten, quittiert",
  },
  search: "Suchen",
  searchHint: "Text, Channel oder Name der Meldung",
  view: "Anzeigen",
  views: {
    open: "Offene",
    suppressed: "Unterdrückte",
    maintenance: "In Wartung",
    all: "Alle",
  },
  list: "Anstehende Meldungen",
  count: (total: number, unacked: number) =>
    `${counted(total)}, ${unacked === 0 ? "alle quittiert" : `${number(unacked)} nicht quittiert`}`,
  unsure: "Mit den Meldungen stimmt etwas nicht",
  unsureText: (why: string | undefined) => `${why ? `${why} ` : ""}Was hier steht, kann veraltet sein.`,
  hidden: {
    suppressed: (count: number) => `${number(count)} unterdrückt`,
    maintenance: (count: number) => `${number(count)} in Wartung`,
    shelved: (count: number) => `${number(count)} zurückgestellt`,
    lead: "Hier nicht gezeigt:",
  },
  empty: {
    calm: "Keine Meldung steht an",
    calmText: (alarms: number) =>
      alarms === 1
        ? "Die Meldung des Projekts wird überwacht."
        : `Alle ${number(alarms)} Meldungen des Projekts werden überwacht.`,
    unknown: "Zuletzt stand keine Meldung an",
    unknownText: "Ob inzwischen eine gekommen ist, ist nicht bekannt.",
    filtered: "Nichts gefunden",
    filteredText: "Keine anstehende Meldung entspricht der Auswahl.",
    showAll: "Auswahl aufheben",
    none: "Das Projekt hat keine Meldungen",
    noneText:
      "Meldungen sagen, was nicht stimmt, seit wann, und was zu tun ist. Sie stehen in der Tabelle „alarms“ des Projekts.",
    edit: "Projekt bearbeiten",
    format: "Projektformat ansehen",
    noProject: "Es läuft kein Projekt",
    noProjectText: "Meldungen kommen aus dem laufenden Projekt.",
    upload: "Projekt hochladen",
  },
  facts: {
    channel: "Channel",
    value: "Wert",
    cause: "Ursache",
    action: "Was tun",
    acked: "Quittiert",
    comment: "Kommentar",
    shelved: "Zurückgestellt",
    since: "Seit",
    cleared: "Gegangen",
    told: "Benachrichtigt",
    class: "Meldeklasse",
    area: "Bereich",
    tags: "Tags",
    name: "Name",
  },
  was: (value: string) => `damals ${value}`,
  is: (value: string) => `jetzt ${value}`,
  isUnknown: "jetzt unbekannt",
  parent: (text: string) => `Erklärt durch „${text}“`,
  enable: (chan: string) => `Ausgeschaltet durch ${chan}`,
  inMaintenance: "In Wartung",
  by: (who: string, when: string) => `${who}, ${when}`,
  shelvedUntil: (until: string, who: string, why: string) => `bis ${until} von ${who}: ${why}`,
  toldTimes: (count: number, when: string) =>
    count === 1 ? `einmal, ${when}` : `${number(count)}-mal, zuletzt ${when}`,
  more: "Mehr",
  chart: "Verlauf der letzten Stunde",
  ofAlarm: "Verlauf dieser Meldung",
  debug: (chan: string) => `${chan} im Debugger`,
  device: "Gerät",
  actions: {
    ack: "Quittieren",
    ackOf: (text: string) => `Quittieren: ${text}`,
    ackAll: (count: number) => `Alle quittieren (${number(count)})`,
    reset: "Zurücksetzen",
    resetOf: (text: string) => `Zurücksetzen: ${text}`,
    shelve: "Zurückstellen",
    shelveOf: (text: string) => `Zurückstellen: ${text}`,
    comment: "Kommentar",
    commentOf: (text: string) => `Kommentar: ${text}`,
    unshelve: "Wieder aufnehmen",
    unshelveOf: (text: string) => `Wieder aufnehmen: ${text}`,
  },
  done: {
    ack: (count: number) =>
      count === 0 ? "Es war nichts mehr zu quittieren." : `${counted(count)} quittiert.`,
    reset: (count: number) =>
      count === 0 ? "Es war nichts zurückzusetzen." : `${counted(count)} zurückgesetzt.`,
    shelve: (count: number) =>
      count === 0 ? "Die Meldung steht nicht mehr an." : `${counted(count)} zurückgestellt.`,
    unshelve: "Die Meldung ist wieder aufgenommen.",
    comment: "Der Kommentar ist gespeichert.",
    maintain: "Die Wartung hat begonnen.",
    maintainEnd: "Die Wartung ist beendet.",
  },
  ackAll: {
    title: "Alle quittieren",
    question: (count: number) =>
      count === 1
        ? "Eine Meldung quittieren? Damit sagen Sie, dass sich jemand darum kümmert."
        : `${number(count)} Meldungen quittieren? Damit sagen Sie, dass sich jemand darum kümmert.`,
    filtered: "Es sind alle, die der Auswahl entsprechen, auch auf den weiteren Seiten.",
  },
  shelve: {
    title: "Meldung zurückstellen",
    text: "Bis dahin wird niemand benachrichtigt, und sie zählt nicht. Danach ist sie von selbst wieder da.",
    duration: "Dauer",
    durations: [
      { value: "30", label: "30 Minuten" },
      { value: "60", label: "1 Stunde" },
      { value: "240", label: "4 Stunden" },
      { value: "480", label: "8 Stunden" },
      { value: "1440", label: "24 Stunden" },
    ],
    why: "Grund",
    whyHint: "Zum Beispiel: Ersatzteil bestellt",
  },
  comment: {
    title: "Kommentar",
    label: "Kommentar",
    hint: "Für alle, die diese Meldung sehen. Er ersetzt den vorigen.",
  },
  shelvedList: {
    title: "Zurückgestellte Meldungen",
    none: "Keine Meldung ist zurückgestellt",
    noneText:
      "Was zurückgestellt ist, zählt nicht, und niemand wird benachrichtigt. Hier steht es, bis die Zeit um ist.",
    resting: {
      title: "Zurückgestellt, stehen zurzeit nicht an",
      text: "Kommt eine dieser Meldungen, bevor die Zeit um ist, zählt sie nicht, und niemand wird benachrichtigt.",
      columns: { alarm: "Meldung", until: "Bis", why: "Grund", by: "Von", actions: "Aktionen" },
    },
  },
  history: {
    title: "Ereignisse",
    download: "CSV herunterladen",
    kind: "Ereignis",
    kinds: {
      all: "Alle Ereignisse",
      raised: "Gekommen",
      cleared: "Gegangen",
      acked: "Quittiert",
      reset: "Zurückgesetzt",
      shelving: "Zurückgestellt",
      told: "Benachrichtigungen",
      suppressing: "Unterdrückt",
      commented: "Kommentare",
      closed: "Geschlossen",
      maintenance: "Wartungen",
    },
    range: "Zeitraum",
    ranges: {
      hour: "Letzte Stunde",
      day: "Letzte 24 Stunden",
      week: "Letzte 7 Tage",
      month: "Letzte 30 Tage",
      year: "Letztes Jahr",
    },
    none: "Keine Einträge in diesem Zeitraum",
    noneText: "Kein Eintrag entspricht der Suche.",
    columns: {
      time: "Zeitpunkt",
      what: "Ereignis",
      text: "Meldung",
      by: "Wer",
    },
    events: {
      raised: "Gekommen",
      cleared: "Gegangen",
      acked: "Quittiert",
      reset: "Zurückgesetzt",
      shelved: "Zurückgestellt",
      unshelved: "Nicht mehr zurückgestellt",
      suppressed: "Unterdrückt",
      unsuppressed: "Nicht mehr unterdrückt",
      commented: "Kommentiert",
      told: "Benachrichtigt",
      untold: "Nicht benachrichtigt",
      closed: "Geschlossen",
      maintenance: "Wartung begonnen",
      maintenanceOver: "Wartung beendet",
    },
    pager: {
      label: "Seiten des Verlaufs",
      rows: (first: number, last: number, total: number) =>
        `Zeilen ${number(first)} bis ${number(last)} von ${number(total)}`,
    },
  },
  pager: {
    label: "Seiten der Meldungen",
    rows: (first: number, last: number, total: number) =>
      `Meldungen ${number(first)} bis ${number(last)} von ${number(total)}`,
  },
  maintenance: {
    title: "Wartung",
    text: "Woran gerade gearbeitet wird: Meldungen von dort werden aufgezeichnet, und niemand wird benachrichtigt.",
    begin: "Wartung beginnen",
    none: "Keine Wartung",
    noneText: "Bevor Sie an einem Teil der Anlage arbeiten, beginnen Sie hier eine Wartung.",
    scope: "Bereich",
    scopeHint: "Ein Pod wie modb_client.zaehler, oder # und ein Tag wie #keller",
    until: "Dauer",
    durations: [
      { value: "60", label: "1 Stunde" },
      { value: "240", label: "4 Stunden" },
      { value: "480", label: "8 Stunden" },
      { value: "1440", label: "1 Tag" },
      { value: "4320", label: "3 Tage" },
      { value: "10080", label: "7 Tage" },
      { value: "43200", label: "30 Tage" },
    ],
    why: "Grund",
    columns: { scope: "Bereich", since: "Seit", until: "Bis", by: "Wer", why: "Grund", actions: "Aktionen" },
    end: "Beenden",
    ranOut: "Zeit ist um",
    endOf: (scope: string) => `Wartung beenden: ${scope}`,
  },
  classes: {
    title: "Benachrichtigung prüfen",
    text: "Sendet über jeden Weg einer Meldeklasse eine Probe, die als solche gekennzeichnet ist.",
    none: "Das Projekt hat keine Meldeklassen; bei Meldungen wird niemand benachrichtigt.",
    send: "Probe senden",
    sendOf: (name: string) => `Probe senden: ${name}`,
    ok: "Gesendet",
    failed: "Nicht gesendet",
    columns: { name: "Meldeklasse", ways: "Wege", result: "Ergebnis", actions: "Aktionen" },
  },
  figures: {
    title: "Kennzahlen",
    ranges: { day: "24 Std.", week: "7 Tage", month: "30 Tage", year: "1 Jahr" },
    text: "Nach ISA-18.2 und EEMUA 191: Wer mehr als eine Meldung in zehn Minuten bekommt, übersieht die wichtigen.",
    raised: "Gekommen",
    rate: "Je 10 Minuten, im Mittel",
    rateAim: "Ziel: höchstens 1",
    peak: "Höchstens in 10 Minuten",
    peakAt: (count: string, when: string) => `${count}, ${when}`,
    floods: "Fluten",
    floodsHint: "10 Minuten mit mehr als 10 Meldungen",
    stale: "Länger als 24 Stunden anstehend",
    ack: "Bis zur Quittierung",
    ackText: (median: string, p90: string) => `meist ${median}, 9 von 10 in ${p90}`,
    ackNone: "Keine quittiert",
    byPriority: "Nach Priorität",
    worst: "Die häufigsten",
    chattering: "Flatternde",
    chatteringText: "Mindestens dreimal in einer Minute gekommen.",
    columns: { text: "Meldung", count: "Anzahl", share: "Anteil" },
    proposals: "Vorschläge",
    fine: "Nichts davon gibt Anlass, am Projekt etwas zu ändern.",
    nothing: "In diesem Zeitraum ist keine Meldung gekommen.",
    propose: {
      few: (count: number, share: string) =>
        count === 1
          ? `Eine Meldung macht ${share} aus: Hysterese oder Verzögerung prüfen.`
          : `${number(count)} Meldungen machen ${share} aus: Hysterese oder Verzögerung prüfen.`,
      chattering: (count: number) =>
        count === 1
          ? "Eine Meldung flattert: Eine Hysterese oder eine Ausschaltverzögerung hilft."
          : `${number(count)} Meldungen flattern: Eine Hysterese oder eine Ausschaltverzögerung hilft.`,
      stale: (count: number) =>
        count === 1
          ? "Eine Meldung steht länger als einen Tag an: Beheben, zurückstellen oder den Grenzwert prüfen."
          : `${number(count)} Meldungen stehen länger als einen Tag an: Beheben, zurückstellen oder die Grenzwerte prüfen.`,
      floods: (count: number) =>
        count === 1
          ? "Eine Flut: Eine gemeinsame Ursache gehört als „parent“ über ihre Folgen."
          : `${number(count)} Fluten: Eine gemeinsame Ursache gehört als „parent“ über ihre Folgen.`,
      urgent: (share: string) =>
        `${share} sind dringend oder hoch: Wenn alles dringend ist, ist es nichts. Angestrebt sind höchstens 20 %.`,
      slow: (time: string) =>
        `Bis zur Quittierung vergehen meist ${time}: Prüfen, ob die Meldungen bei den Richtigen ankommen.`,
    },
  },
  heartbeat: {
    title: "Lebenszeichen",
    text: "Ein totes Gerät meldet nichts. Deshalb ruft es regelmäßig eine Adresse ab, bei der jemand anderes merkt, wenn es ausbleibt: ein Überwachungsdienst oder ein eigener Server. Gesendet wird nur, solange der Hub und die Meldungen antworten.",
    active: "Lebenszeichen senden",
    url: "Adresse",
    urlText:
      "Die Adresse, die der Überwachungsdienst nennt. Sie wird mit GET abgerufen; Weiterleitungen wird nicht gefolgt.",
    interval: "Abstand in Minuten",
    intervalText: "1 bis 60. Stellen Sie den Überwachungsdienst auf mindestens das Doppelte ein.",
    saved: "Das Lebenszeichen ist gespeichert.",
    state: "Stand",
    off: "nicht aktiv",
    fine: "wird angenommen",
    failing: "gestört",
    idle: "noch nichts gesendet",
    lastSuccess: "Zuletzt angenommen",
    never: "seit dem letzten Start nicht",
    lastError: "Letzter Fehler",
    none: "keiner",
    next: "Nächster Versuch",
    send: "Jetzt senden",
    sendFirst: "Schalten Sie das Lebenszeichen ein und speichern Sie, bevor Sie senden.",
    delivered: (ms: number) => `Das Lebenszeichen wurde angenommen (${ms}\u00a0ms).`,
    failed: "Das Lebenszeichen wurde nicht angenommen.",
  },
};
