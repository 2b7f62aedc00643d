/** Texts of alarms: in the journal, in messages and in the log. */
import { countText } from "@hubwart/core";

export const texts = {
  goneFromProject: "Das Projekt hat diese Meldung nicht mehr.",
  bySelf: "Automatisch",
  shelfOver: "Die Zeit ist um.",
  maintenanceOver: "Die Zeit ist um.",
  damaged: (place: string) =>
    `Die Datei der Meldungen war beschädigt und liegt jetzt unter ${place}. Was ansteht, wird neu gemeldet; der Verlauf beginnt neu.`,
  damagedMeanwhile: (place: string) =>
    `Die Datei der Meldungen ist beschädigt und liegt jetzt unter ${place}. Was ansteht, steht in einer neuen; der Verlauf beginnt neu.`,
  damagedLately: (place: string) =>
    `Die Datei der Meldungen war beschädigt. Der Verlauf beginnt neu, Quittungen können fehlen. Sie liegt unter ${place}.`,
  linesMissing: (count: number) =>
    `Im Verlauf der Meldungen fehlen ${countText(count, "Zeile", "Zeilen")}: Der Datenträger nahm zu lange nichts an.`,
  notStored: (reason: string) => `Die Meldungen können nicht gespeichert werden: ${reason}`,
  storedAgain: "Die Meldungen werden wieder gespeichert.",
  notTold: (way: string, reason: string) => `${way} nimmt keine Meldungen an: ${reason}`,
  toldAgain: (way: string) => `${way} nimmt wieder Meldungen an.`,
  tooMuchWaits: "Zu viel wartet auf diesem Weg.",
  noSuchWay: "Das Projekt hat diesen Weg nicht mehr.",
  peopleUnreadable: (reason: string) => `Personen und Bereitschaften können nicht gelesen werden: ${reason}`,
  taken: "Angenommen",
  noSuchAlarm: "Diese Meldung steht nicht mehr an.",
  noSuchLink: "Diesen Link gibt es nicht, oder er ist älter als eine Woche.",
  byLink: (way: string, address: string) =>
    address === "" ? `Link an ${way}` : `Link an ${way} (${address})`,
  noAlarmCalled: (id: string) => `Das Projekt hat keine Meldung „${id}“.`,
  notByScript: (id: string) =>
    `Die Meldung „${id}“ ist nicht von der Art „script“; sie kommt und geht von selbst.`,
  noSuchClass: (id: string) => `Das Projekt hat keine Klasse „${id}“.`,
  noSuchMaintenance: "Diese Wartung ist schon zu Ende.",
  noSuchScope: (scope: string) => `Zu „${scope}“ gehört keine Meldung des Projekts.`,
  scopeAllowed: "Erlaubt sind ein Pod (modb_client.zaehler) und ein Schlagwort (#keller).",
  tooLong: (hours: number) => `Erlaubt sind höchstens ${hours} Stunden.`,
  inThePast: "Die Zeit liegt in der Vergangenheit.",
  suppressedBy: (parent: string) => `Erklärt durch ${parent}`,
  disabledBy: (chan: string) => `Abgeschaltet durch ${chan}`,
} as const;

const PRIORITIES = ["Dringend", "Hoch", "Mittel", "Niedrig"] as const;
export const priorityWord = (priority: 1 | 2 | 3 | 4): string => PRIORITIES[priority - 1] ?? "";

/** Of messages to people. */
export const messages = {
  subject: (plant: string, lines: readonly { priority: 1 | 2 | 3 | 4; text: string; over: boolean }[]) => {
    const [first] = lines;
    if (!first) return plant;
    const head = first.over ? "Vorbei" : priorityWord(first.priority);
    const rest = lines.length === 1 ? "" : ` und ${countText(lines.length - 1, "weitere", "weitere")}`;
    return `[${plant}] ${head}: ${first.text}${rest}`;
  },
  sections: { new: "Neu:", again: "Noch nicht erledigt:", over: "Vorbei:" },
  line: (priority: 1 | 2 | 3 | 4, text: string, since: string, nr: number) =>
    `- ${priorityWord(priority)}: ${text} (seit ${since}, Nr. ${nr})`,
  wentAgain: "  Inzwischen vorbei.",
  action: (action: string) => `  Was tun: ${action}`,
  more: (count: number) => `… und ${countText(count, "weitere Meldung", "weitere Meldungen")}`,
  ackByAnswer: (nrs: readonly number[]) =>
    nrs.length === 1
      ? `Zum Quittieren „ok ${nrs[0]}“ antworten.`
      : `Zum Quittieren „ok“ und die Nummern antworten, zum Beispiel „ok ${nrs[0]}“.`,
  ackByLink: (count: number) =>
    count === 1
      ? "Ohne Anmeldung quittieren (einmal, eine Woche lang):"
      : `Diese ${countText(count, "Meldung", "Meldungen")} ohne Anmeldung quittieren (einmal, eine Woche lang):`,
  testSubject: (plant: string) => `[${plant}] Probe`,
  test: (plant: string, id: string) =>
    `Das ist eine Probe der Klasse „${id}“ von ${plant}. Es ist nichts passiert.`,
} as const;
