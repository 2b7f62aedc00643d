import { DEEPEST_VALUE } from "@hubwart/core";
import { PROJECT_KEYS } from "../tables.ts";
import { didYouMean, error, oneOf, warning } from "./kind.ts";
import { elsewhere, NAMES } from "./words.ts";

/** 1300–1399: project, pods and interfaces; 1400–1499: channels; 1600–1699: constants and scripts. */
export const podKinds = {
  missingProjectId: error(
    1300,
    () => "Das Projekt hat keine ID",
    "Ergänzen Sie in der Tabelle „project“ eine Zeile mit key „id“.",
  ),
  halfPlace: error<{ key: string }>(
    1304,
    () => "Zum Standort gehören Breite und Länge",
    (p) => `Tragen Sie auch den Schlüssel „${p.key}“ ein.`,
  ),
  badProjectId: error<{ value: string }>(1301, (p) => `„${p.value}“ ist keine gültige Projekt-ID`, NAMES),
  unknownKey: warning<{ key: string; near: string | undefined }>(
    1302,
    (p) => `Der Schlüssel „${p.key}“ ist nicht bekannt und wird nicht gelesen`,
    (p) => `Möglich ist ${oneOf(Object.keys(PROJECT_KEYS))}.${didYouMean(p.near)}`,
  ),
  duplicateKey: error<{ key: string; first: string }>(
    1303,
    (p) => `Der Schlüssel „${p.key}“ kommt mehrfach vor`,
    elsewhere,
  ),
  noPods: warning(
    1310,
    () => "Das Projekt hat keine Pods",
    "Tragen Sie in der Tabelle „pods“ mindestens einen Pod ein.",
  ),
  badPodId: error<{ value: string }>(
    1311,
    (p) => `„${p.value}“ ist keine gültige Pod-ID`,
    `Eine Pod-ID besteht aus Typ und Name, zum Beispiel „mqtt.anlage“. ${NAMES}`,
  ),
  unknownPodType: error<{ type: string; types: string[]; near: string | undefined }>(
    1312,
    (p) => `Den Pod-Typ „${p.type}“ gibt es nicht`,
    (p) => `Möglich ist ${oneOf(p.types)}.${didYouMean(p.near)}`,
  ),
  reservedName: error<{ name: string }>(
    1313,
    (p) => `Der Name „${p.name}“ ist reserviert`,
    "Wählen Sie einen anderen Namen; „pod“ und „iface“ sind für Verbindungen vergeben.",
  ),
  badIface: error<{ value: string }>(
    1314,
    (p) => `„${p.value}“ ist kein gültiger Name einer Schnittstelle`,
    NAMES,
  ),
  duplicateIface: error<{ pod: string; iface: string; first: string }>(
    1315,
    (p) => `Der Pod „${p.pod}“ hat die Schnittstelle „${p.iface}“ mehrfach`,
    (p) => `${elsewhere(p)} Weitere Schnittstellen brauchen in der Spalte „iface“ einen eigenen Namen.`,
  ),
  tooManyIfaces: error<{ pod: string; limit: number }>(
    1316,
    (p) => `Der Pod „${p.pod}“ hat zu viele Schnittstellen`,
    (p) => `Dieser Typ erlaubt ${p.limit === 1 ? "eine Schnittstelle" : `${p.limit} Schnittstellen`} je Pod.`,
  ),
  podConflict: error<{ pod: string; column: string; first: string }>(
    1317,
    (p) => `Die Zeilen des Pods „${p.pod}“ widersprechen sich in der Spalte „${p.column}“`,
    (p) => `Füllen Sie die Spalte nur in ${p.first}.`,
  ),
  portTaken: error<{ port: number; pod: string; first: string }>(
    1318,
    (p) => `Port ${p.port} belegt schon der Pod „${p.pod}“`,
    (p) => `Er steht in ${p.first}. Wählen Sie einen anderen Port oder eine andere Adresse.`,
  ),
  deviceTaken: error<{ device: string; pod: string; first: string }>(
    1319,
    (p) => `„${p.device}“ verwendet schon der Pod „${p.pod}“`,
    (p) =>
      `Er steht in ${p.first}. Ein Port hat nur einen Besitzer; mehrere Geräte an einer Leitung sind Channels einer Schnittstelle.`,
  ),
  podRule: error<{ text: string; hint: string }>(
    1390,
    (p) => p.text,
    (p) => p.hint,
  ),

  unknownPod: error<{ pod: string; near: string | undefined }>(
    1400,
    (p) => `Den Pod „${p.pod}“ gibt es nicht`,
    (p) => `Tragen Sie ihn in der Tabelle „pods“ ein.${didYouMean(p.near)}`,
  ),
  podOfOtherType: error<{ pod: string; type: string }>(
    1401,
    (p) => `Der Pod „${p.pod}“ gehört nicht in diese Tabelle`,
    (p) => `Hier stehen die Channels der Pods des Typs „${p.type}“.`,
  ),
  badChannel: error<{ value: string }>(
    1402,
    (p) => `„${p.value}“ ist kein gültiger Name eines Channels`,
    NAMES,
  ),
  duplicateChannel: error<{ first: string }>(1403, () => "Der Channel kommt mehrfach vor", elsewhere),
  unknownIface: error<{ iface: string; pod: string; ifaces: string[] }>(
    1404,
    (p) => `Die Schnittstelle „${p.iface}“ hat der Pod „${p.pod}“ nicht`,
    (p) => `Dieser Pod hat ${oneOf(p.ifaces)}.`,
  ),
  ifaceNeeded: error<{ pod: string; ifaces: string[] }>(
    1405,
    (p) => `Der Pod „${p.pod}“ hat mehrere Schnittstellen, aber keine mit dem Namen „main“`,
    (p) => `Tragen Sie in der Spalte „iface“ ein: ${oneOf(p.ifaces)}.`,
  ),
  recordNeeded: error<Record<string, never>>(
    1406,
    () => "Die Angabe gilt nur für Channels, die aufgezeichnet werden",
    "Tragen Sie in der Spalte „record“ „ja“ ein, oder leeren Sie diese Zelle.",
  ),
  areaEmptyPart: error<{ value: string }>(
    1410,
    (p) => `Im Bereich „${p.value}“ ist ein Teil leer`,
    "Zwischen zwei Schrägstrichen steht immer ein Name, am Anfang und am Ende kein Schrägstrich: „Haus/EG/Büro 2“.",
  ),
  areaTooDeep: error<{ value: string; depth: number; limit: number }>(
    1411,
    (p) => `Der Bereich „${p.value}“ hat zu viele Stufen: ${p.depth}, erlaubt sind ${p.limit}`,
    "Fassen Sie Stufen zusammen; was zu einem Gerät gehört, steht in „equip“.",
  ),
  areaPartTooLong: error<{ step: string; limit: number }>(
    1412,
    (p) => `„${p.step}“ ist als Name eines Bereichs zu lang`,
    (p) => `Jeder Teil zwischen zwei Schrägstrichen hat höchstens ${p.limit} Zeichen.`,
  ),
  oddSpaces: error<{ value: string; proposal: string }>(
    1413,
    (p) => `In „${p.value}“ stehen überzählige oder besondere Leerzeichen`,
    (p) => `Schreiben Sie „${p.proposal}“, damit gleiche Namen überall gleich geschrieben sind.`,
  ),
  areaSpelling: warning<{ value: string; spelling: string; first: string }>(
    1414,
    (p) => `„${p.value}“ und „${p.spelling}“ gelten als zwei Bereiche`,
    (p) => `Sie unterscheiden sich nur in der Groß- und Kleinschreibung; zuerst steht es in ${p.first}.`,
  ),
  unknownPoint: error<{ word: string; near: string | undefined }>(
    1415,
    (p) => `„${p.word}“ ist kein Wort von Project Haystack`,
    (p) =>
      `Erlaubt sind dessen Namen, durch Leerzeichen getrennt, zum Beispiel „zone air temp sensor“.${didYouMean(p.near)}`,
  ),

  badConstant: error<{ value: string }>(
    1600,
    (p) => `„${p.value}“ ist kein gültiger Name einer Konstante`,
    `Erlaubt ist „name“ oder „gruppe.name“. ${NAMES}`,
  ),
  duplicateConstant: error<{ first: string }>(1601, () => "Die Konstante kommt mehrfach vor", elsewhere),
  badConstantValue: error<{ value: string; type: string }>(
    1602,
    (p) => `Der Wert „${p.value}“ passt nicht zum Typ „${p.type}“`,
    `Schreiben Sie gültiges JSON, zum Beispiel {"a": 1}, mit höchstens ${DEEPEST_VALUE} Ebenen, oder ändern Sie den Typ.`,
  ),
  rangeOfNoNumber: error<{ type: string }>(
    1603,
    (p) => `Grenzen gibt es nur für Zahlen, nicht für den Typ „${p.type}“`,
    "Leeren Sie „min“ und „max“, oder ändern Sie den Typ.",
  ),
  emptyRange: error<{ min: number; max: number }>(
    1604,
    (p) => `Die kleinste Zahl (${p.min}) ist größer als die größte (${p.max})`,
    "Tauschen Sie „min“ und „max“.",
  ),
  editDropped: warning<{ fault: string }>(
    1605,
    (p) => `Der auf dem Gerät geänderte Wert gilt nicht mehr, sondern der des Projekts: ${p.fault}`,
    "Ändern Sie den Wert unter Ressourcen > Konstanten.",
  ),
  editMisfit: error<{ fault: string }>(
    1606,
    (p) => `Der geänderte Wert passt nicht zum Projekt: ${p.fault}`,
    "Ändern Sie den Wert unter Ressourcen > Konstanten.",
  ),
  badScriptName: error<Record<string, never>>(
    1650,
    () => "Der Name des Skripts ist nicht erlaubt",
    "Erlaubt sind Buchstaben ohne Umlaute, Ziffern, „_“, „-“, „.“ und Leerzeichen, am Anfang ein Buchstabe, eine Ziffer oder „_“.",
  ),
  badScript: error<{ text: string }>(
    1651,
    (p) => `Das Skript ist nicht lauffähig: ${p.text}`,
    "Beheben Sie den Fehler im Skript.",
  ),
  tooManyScripts: error<{ count: number; limit: number }>(
    1652,
    (p) => `Das Projekt hat ${p.count} Skripte, erlaubt sind ${p.limit}`,
    "Fassen Sie Skripte zusammen.",
  ),
};
