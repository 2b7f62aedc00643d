/** Texts of bringing a draft and the running project together. */
import { formatDecimal } from "../../../lib/intl.ts";

export const count = (n: number, one: string, many: string) =>
  `${formatDecimal(n, 0, 3)} ${n === 1 ? one : many}`;
export const rows = (n: number) => count(n, "Zeile", "Zeilen");

export const mergingTexts = {
  title: "Mit dem laufenden Projekt zusammenführen",
  comparing: "Der Entwurf wird mit dem laufenden Projekt verglichen …",
  intro: (version: string) =>
    `Seit dieser Entwurf begann, wurde ein anderer Stand veröffentlicht: Jetzt läuft Version ${version}. Was nur auf einer Seite geändert wurde, übernimmt das Gerät. Ihre eigenen Änderungen bleiben erhalten.`,
  unknown:
    "Womit der Entwurf begann, ist nicht mehr gespeichert. Deshalb ist nicht erkennbar, welche Seite etwas geändert hat: Entscheiden Sie bei jedem Unterschied.",
  taken: "Wird aus dem laufenden Projekt übernommen",
  takenRows: (added: number, changed: number, gone: number, what: "rows" | "scripts") => {
    const of = (n: number) => (what === "rows" ? rows(n) : count(n, "Skript", "Skripte"));
    return [
      ...(added > 0 ? [`${of(added)} neu`] : []),
      ...(changed > 0 ? [`${of(changed)} geändert`] : []),
      ...(gone > 0 ? [`${of(gone)} gelöscht`] : []),
    ].join(", ");
  },
  scripts: "Skripte",
  none: "Es gibt keine widersprüchlichen Änderungen.",
  conflicts: (n: number) =>
    n === 1
      ? "Eine Stelle müssen Sie entscheiden"
      : `${formatDecimal(n, 0, 3)} Stellen müssen Sie entscheiden`,
  decided: (n: number, of: number) => `${formatDecimal(n, 0, 3)} von ${formatDecimal(of, 0, 3)} entschieden`,
  mine: "Ihr Entwurf",
  theirs: "läuft jetzt",
  before: "vorher",
  allMine: "Überall „Ihr Entwurf“",
  allTheirs: "Überall „läuft jetzt“",
  more: (n: number) =>
    `${n === 1 ? "Eine weitere Stelle" : `${formatDecimal(n, 0, 3)} weitere Stellen`} ohne Anzeige`,
  kinds: {
    cell: "Beide Seiten haben diese Zelle geändert.",
    rowGoneHere: "Die Zeile fehlt in Ihrem Entwurf und ist im laufenden Projekt geändert.",
    rowGoneThere: "Die Zeile fehlt im laufenden Projekt und ist in Ihrem Entwurf geändert.",
    rowTwice: "Beide Seiten haben diese Zeile hinzugefügt, mit verschiedenem Inhalt.",
    tableGoneHere: "Die Tabelle fehlt in Ihrem Entwurf und ist im laufenden Projekt geändert.",
    tableGoneThere: "Die Tabelle fehlt im laufenden Projekt und ist in Ihrem Entwurf geändert.",
    above: "Beide Seiten haben die Zeilen über den Spaltennamen geändert.",
    script: "Beide Seiten haben dieses Skript geändert.",
  },
  kindsUnknown: {
    cell: "Diese Zelle ist auf beiden Seiten verschieden.",
    rowGoneHere: "Die Zeile fehlt in Ihrem Entwurf.",
    rowGoneThere: "Die Zeile fehlt im laufenden Projekt.",
    rowTwice: "Diese Zeile ist auf beiden Seiten verschieden.",
    tableGoneHere: "Die Tabelle fehlt in Ihrem Entwurf.",
    tableGoneThere: "Die Tabelle fehlt im laufenden Projekt.",
    above: "Die Zeilen über den Spaltennamen sind verschieden.",
    script: "Dieses Skript ist auf beiden Seiten verschieden.",
  },
  empty: "leer",
  noRow: "keine Zeile",
  noTable: "keine Tabelle",
  noScript: "kein Skript",
  wholeTable: "die ganze Tabelle",
  confirm: "Übernehmen",
  replace: "Stattdessen ersetzen",
  done: "Die Änderungen sind zusammengeführt. „Rückgängig“ nimmt das zurück.",
} as const;
