/** What people read of the area alarms. */
export const texts = {
  noProject: "Es läuft zurzeit kein Projekt. Meldungen gibt es erst wieder, wenn eines läuft.",
  noAlarms: "Das laufende Projekt hat keine Meldungen. Sie stehen in seiner Tabelle „alarms“.",
  gone: "Diese Meldung steht nicht mehr an.",
  noMaintenance: "Diese Wartung ist bereits beendet.",
  noClass: (name: string) => `Das laufende Projekt hat keine Meldeklasse „${name}“.`,
  which: "Erwartet werden Nummern von Meldungen oder ein Filter.",
  order: "Das Ende muss nach dem Anfang liegen.",
  span: "Der Zeitraum darf höchstens 366 Tage lang sein.",
  kind: (allowed: string) => `Erlaubt ist: ${allowed}.`,
  by: (address: string, name = "Administrator") => (address === "" ? name : `${name} (${address})`),
  trouble: (why: string) => `Mit den Meldungen stimmt etwas nicht: ${why}`,
  peopleLabel: "Personen und Bereitschaften der Meldungen",
  peopleUnreadable: (file: string, reason: string) =>
    `${file} kann nicht gelesen werden und liegt jetzt daneben, mit „.damaged“ am Ende: ${reason}`,
  peopleLost:
    "Die Personen und Bereitschaften der Meldungen waren beschädigt und sind leer. Meldungen gehen an die Empfänger der Pods. Spielen Sie eine Sicherung ein oder tragen Sie sie neu ein.",
  noPerson: "Diese Person gibt es nicht.",
  noRoster: (id: string) => `Eine Bereitschaft „${id}“ gibt es nicht.`,
  personTwice: (name: string) => `Eine Person „${name}“ gibt es schon.`,
  rosterTwice: (id: string) => `Eine Bereitschaft „${id}“ gibt es schon.`,
  twiceInShift: "Jede Person darf in einer Schicht nur einmal stehen.",
  chatTwice: (pod: string) => `Zu ${pod} steht schon eine Adresse da.`,
  absenceOrder: "Der letzte Tag liegt vor dem ersten.",
  tooManyPeople: (most: number) => `Mehr als ${most} Personen sind nicht möglich.`,
  tooManyRosters: (most: number) => `Mehr als ${most} Bereitschaften sind nicht möglich.`,
  personOnDuty: (name: string, roster: string) =>
    `${name} steht noch in der Bereitschaft „${roster}“. Nehmen Sie die Person dort zuerst heraus.`,
  dutySpan: "Der Zeitraum darf höchstens 62 Tage lang sein.",
  unmanned: (rosters: readonly string[]) =>
    rosters.length === 1
      ? `In der Bereitschaft „${rosters[0]}“ hat gerade niemand Dienst. Ihre Meldungen gehen an die Empfänger der Pods.`
      : `In ${rosters.length} Bereitschaften hat gerade niemand Dienst (${rosters.join(", ")}). Ihre Meldungen gehen an die Empfänger der Pods.`,
  maintenanceRanOut: (scopes: readonly string[]) =>
    scopes.length === 1
      ? `Die Zeit der Wartung von ${scopes[0]} ist um; Meldungen von dort werden wieder gesendet. Beenden Sie die Wartung, oder beginnen Sie eine neue.`
      : `Die Zeit von ${scopes.length} Wartungen ist um (${scopes.slice(0, 3).join(", ")}${scopes.length > 3 ? " …" : ""}); Meldungen von dort werden wieder gesendet. Beenden Sie sie, oder beginnen Sie neue.`,
  link: {
    title: "Meldungen quittieren",
    since: (time: string) => `seit ${time}`,
    action: (action: string) => `Was tun: ${action}`,
    acked: "quittiert",
    over: (count: number) =>
      count === 1 ? "Eine Meldung steht nicht mehr an." : `${count} Meldungen stehen nicht mehr an.`,
    ack: (count: number) => (count === 1 ? "Meldung quittieren" : `${count} Meldungen quittieren`),
    once: "Der Link gilt einmal und quittiert nur diese Meldungen.",
    used: (time: string) => `Dieser Link wurde am ${time} benutzt.`,
    nothing: "Es ist nichts mehr zu quittieren.",
    done: (count: number) =>
      count === 1 ? "Die Meldung ist quittiert." : `${count} Meldungen sind quittiert.`,
    tooLate: "Inzwischen war nichts mehr zu quittieren.",
    unknown: "Diesen Link gibt es nicht, oder er ist älter als eine Woche.",
    away: "Die Meldungen sind gerade nicht erreichbar. Bitte versuchen Sie es in einer Minute noch einmal.",
  },
  heartbeat: {
    name: "Lebenszeichen",
    switchedOff: ", ausgeschaltet",
    off: "Schalten Sie das Lebenszeichen ein und speichern Sie, bevor Sie senden.",
    urlNeeded: "Geben Sie eine Adresse ein.",
    unwell: (why: string) => `Nicht gesendet: ${why}`,
    hubAway: "Der Hub ist zurzeit nicht erreichbar.",
    hubIdle: "Der Hub führt das Projekt nicht aus.",
    taken: (host: string, status: number) => `${host} hat geantwortet (HTTP ${status}).`,
    refused: (host: string, status: number) => `${host} nimmt das Lebenszeichen nicht an (HTTP ${status}).`,
    elsewhere: (to: string) =>
      `Der Server leitet weiter${to === "" ? "" : ` zu ${to}`}. Tragen Sie die Adresse ein, zu der er leitet.`,
    failed: (why: string) => `Das Lebenszeichen wurde nicht angenommen: ${why}`,
    again: "Das Lebenszeichen wird wieder angenommen.",
    failing: (minutes: number, why: string | undefined) =>
      `Seit ${minutes} Minuten hat niemand das Lebenszeichen dieses Geräts angenommen.${why === undefined ? "" : ` ${why}`}`,
  },
  file: "meldungen.csv",
  columns: [
    "Zeitpunkt",
    "Ereignis",
    "Priorität",
    "Text",
    "Quelle",
    "Wert",
    "Wer",
    "Bemerkung",
    "Nummer",
    "Meldung",
  ],
  priorities: ["", "1 Dringend", "2 Hoch", "3 Mittel", "4 Niedrig"],
  events: {
    raised: "gekommen",
    cleared: "gegangen",
    acked: "quittiert",
    reset: "zurückgesetzt",
    shelved: "zurückgestellt",
    unshelved: "nicht mehr zurückgestellt",
    suppressed: "unterdrückt",
    unsuppressed: "nicht mehr unterdrückt",
    commented: "kommentiert",
    told: "benachrichtigt",
    untold: "nicht benachrichtigt",
    closed: "geschlossen",
    maintenance: "Wartung begonnen",
    maintenanceOver: "Wartung beendet",
  },
};
