import { didYouMean, error, oneOf } from "./kind.ts";
import { elsewhere } from "./words.ts";

/** 1850–1879: pages. */
export const pageKinds = {
  duplicateBlock: error<{ first: string }>(1850, () => "Der Baustein kommt mehrfach vor", elsewhere),
  tooManyBlocks: error<{ limit: number }>(
    1851,
    (p) => `Die Ansichten haben zusammen mehr als ${p.limit.toLocaleString("de-DE")} Bausteine`,
    "Mit „list“ zeigt ein Baustein viele Channels.",
  ),
  sourceNeeded: error<{ kind: string; what: string }>(
    1852,
    (p) => `Dem Baustein „${p.kind}“ fehlt die Quelle`,
    (p) => `Tragen Sie in „source“ ${p.what} ein.`,
  ),
  unknownArea: error<{ value: string; near: string | undefined }>(
    1853,
    (p) => `Den Bereich „${p.value}“ gibt es nicht`,
    (p) =>
      `Schreiben Sie einen Bereich wie in der Spalte „area“ oder ein Muster wie „mqtt.anlage.*“.${didYouMean(p.near)}`,
  ),
  unknownAreaOrClass: error<{ value: string; near: string | undefined }>(
    1854,
    (p) => `„${p.value}“ ist weder ein Bereich noch eine Klasse von Meldungen`,
    (p) => `Leer gelassen zeigt der Baustein alle Meldungen.${didYouMean(p.near)}`,
  ),
  blockType: error<{ kind: string; chan: string; type: string; types: string[] }>(
    1855,
    (p) => `Der Baustein „${p.kind}“ passt nicht zum Typ „${p.type}“ von „${p.chan}“`,
    (p) =>
      `Möglich ist er bei ${oneOf(p.types)}. Wählen Sie einen anderen Baustein oder einen anderen Channel.`,
  ),
  blockDirection: error<{ kind: string; chan: string }>(
    1856,
    (p) => `„${p.chan}“ lässt sich nicht schreiben, deshalb passt der Baustein „${p.kind}“ nicht`,
    "Schreiben lassen sich Channels mit der Richtung „out“ oder „inout“. Mit „value“ wird der Wert nur gezeigt.",
  ),
  notRecorded: error<{ chan: string }>(
    1857,
    (p) => `Von „${p.chan}“ wird nichts aufgezeichnet`,
    "Tragen Sie beim Channel in der Spalte „record“ ja ein.",
  ),
  tooManyTrends: error<{ limit: number }>(
    1858,
    (p) => `Ein Verlauf zeigt höchstens ${p.limit} Channels`,
    "Verteilen Sie die Channels auf mehrere Bausteine.",
  ),
  badPlan: error<{ value: string }>(
    1859,
    (p) => `„${p.value}“ ist keine Datei eines Plans`,
    "Erlaubt ist ein Name aus Buchstaben ohne Umlaute, Ziffern, „_“, „-“ und Punkten, der auf .svg, .png oder .jpg endet.",
  ),
  unknownPlan: error<{ value: string; names: string[]; near: string | undefined }>(
    1860,
    (p) => `Auf dieser Ansicht gibt es keinen Plan „${p.value}“`,
    (p) =>
      p.names.length === 0
        ? "Fügen Sie der Ansicht eine Zeile mit dem Baustein „plan“ hinzu."
        : `Möglich ist ${oneOf(p.names)}.${didYouMean(p.near)}`,
  ),
  notOnPlan: error<{ kind: string }>(
    1861,
    (p) => `Der Baustein „${p.kind}“ kann nicht auf einem Plan stehen`,
    "Auf einem Plan stehen „value“, „setpoint“ und „switch“. Leeren Sie die Spalte „on“.",
  ),
  outOfPlan: error(
    1862,
    () => "Auf einem Plan braucht der Baustein „x“ und „y“ von 0 bis 100 Prozent",
    "Gezählt wird von links oben. „w“ und „h“ bleiben leer.",
  ),
  outOfGrid: error<{ max: number }>(
    1863,
    (p) => `Der Baustein ragt aus dem Raster von ${p.max} Spalten`,
    "„x“ zählt von 1; „x“ und „w“ zusammen dürfen höchstens 13 ergeben. Beides sind ganze Zahlen.",
  ),
  halfPlaced: error(
    1864,
    () => "Nur eine der Spalten „x“ und „y“ ist gefüllt",
    "Füllen Sie beide, oder keine: Dann findet der Baustein selbst einen Platz.",
  ),
  blocksOverlap: error<{ first: string }>(
    1865,
    () => "Der Baustein überdeckt einen anderen",
    (p) => `Der andere steht in ${p.first}. Ändern Sie „x“, „y“, „w“ oder „h“, oder leeren Sie „x“ und „y“.`,
  ),
  blockColumn: error<{ kind: string; column: string }>(
    1866,
    (p) => `Die Spalte „${p.column}“ gilt nicht für den Baustein „${p.kind}“`,
    "Leeren Sie die Zelle.",
  ),
  limitsReversed: error<{ min: number; max: number }>(
    1867,
    (p) => `Der kleinste Sollwert (${p.min}) ist nicht kleiner als der größte (${p.max})`,
    "Vertauschen Sie „min“ und „max“.",
  ),
  badStep: error(
    1868,
    () => "Die Schrittweite ist nicht größer als 0",
    "Tragen Sie zum Beispiel 0,5 ein oder leeren Sie die Zelle.",
  ),
  badChoices: error<{ part: string }>(
    1869,
    (p) => `„${p.part}“ ist keine Stellung des Schalters`,
    "Schreiben Sie Werte des Channels und ihre Namen, zum Beispiel 0=Aus;1=Ein;2=Automatik.",
  ),
  choicesNeeded: error<{ type: string }>(
    1870,
    (p) => `Ein Schalter vom Typ „${p.type}“ braucht Stellungen`,
    "Tragen Sie sie in „choices“ ein, zum Beispiel 0=Aus;1=Ein;2=Automatik.",
  ),
  badPage: error<{ value: string }>(
    1872,
    (p) => `„${p.value}“ ist kein Name einer Ansicht`,
    "Erlaubt sind bis zu 6 Teile von je höchstens 60 Zeichen, durch „/“ getrennt; kein Teil ist leer.",
  ),
  textNeeded: error(1871, () => "Der Text ist leer", "Tragen Sie ihn in „label“ ein."),
};
