/** What people read of the area scripts. */
export const texts = {
  noProcess: "Kein Skript läuft: Der Prozess der Skripte ist nicht da.",
  activeLost: "Die aktiven Skripte sind nicht mehr lesbar. Es läuft keines, bis Sie sie neu aktivieren.",
  hostsLost:
    "Die Liste der Server, die Skripte erreichen dürfen, ist nicht mehr lesbar. Speichern Sie sie neu, sonst erreichen die Skripte nach der nächsten Aktivierung keinen.",
  check: "Skripte prüfen",
  notActivated: "Die Skripte wurden nicht aktiviert; sie haben Fehler.",
  nothingToActivate: "Es ist nichts zu aktivieren.",
  takeOver: "Skripte übernehmen",
  refused: (script: string, problem: string) =>
    `Die Skripte haben Fehler und wurden nicht aktiviert. ${script}: ${problem}`,
  hint: "Öffnen Sie das Skript, beheben Sie den Fehler und aktivieren Sie die Skripte noch einmal.",
  tooLarge: (kilobytes: number) => `Erlaubt sind höchstens ${kilobytes} KB.`,
  noText: "Die Datei ist kein Text in UTF-8.",
  noScript: (name: string) => `Es gibt kein Skript „${name}“.`,
  nameRule:
    "Erlaubt sind Buchstaben ohne Umlaute, Ziffern, „_“, „-“, „.“ und Leerzeichen; am Ende steht .lua.",
  tooMany: (most: number) => `Erlaubt sind höchstens ${most} Skripte.`,
  ofProject:
    "Dieses Skript gehört zum Projekt. Speichern Sie es leer, um es abzuschalten, oder entfernen Sie es aus dem Projekt.",
  tooManyActive: (active: number, most: number, first: string, others: number) =>
    `Es sind ${active} Skripte aktiv, und nur ${most} werden ausgeführt: „${first}“ ${others === 0 ? "läuft" : `und ${others} weitere laufen`} nicht.`,
  faulty: (script: string, running: boolean, error: string) =>
    `Das Skript „${script}“ ${running ? "macht Fehler" : "läuft nicht"}: ${error}`,
};
