/**
 * The tables that every project has, described in the same words as the columns of the pod types.
 * Compiler, template and documentation read them from here.
 */
import { type Columns, choice, flag, float, int, text } from "./columns.ts";
import { VALUE_TYPES, type ValueType } from "./compiled.ts";
import type { PodSchema } from "./pod-schema.ts";

/** 1 to 64 characters that are safe in names, topics and file names. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const RESERVED = ["pod", "iface"];
export const DEFAULT_IFACE = "main";
/** First part of the names of constants. */
export const CONSTANT_TYPE = "const";
/** First part of the names of time programmes. */
export const SCHEDULE_TYPE = "sched";
/** First part of the names of what meters consumed. */
export const METER_TYPE = "meter";

/** Characters of a whole path. */
export const AREA_MAX = 200;
export const EQUIP_MAX = 100;

export const PROJECT_KEYS = {
  id: text({ required: true, doc: "Identifier of the project.", help: "ID des Projekts" }),
  name: text({
    maxLength: 200,
    doc: "Name shown to people; the id if empty.",
    help: "Anzeigename; leer: die ID",
  }),
  description: text({ maxLength: 4_000, doc: "What the project does.", help: "Beschreibung" }),
  max_age: int({
    min: 1,
    max: 604_800,
    unit: "s",
    doc: "How long values hold that come without being asked for, for channels that do not say so themselves in `max_age`; without end if empty.",
    help: "So lange gelten empfangene Werte, wenn ihr Channel in max_age nichts anderes sagt; leer: unbegrenzt",
  }),
  latitude: float({
    min: -90,
    max: 90,
    unit: "°",
    doc: "Where the plant stands, north is positive; needed for sunrise and sunset.",
    help: "Geografische Breite des Standorts, Norden ist positiv, z. B. 52,52; nötig für Sonnenaufgang und Sonnenuntergang",
  }),
  longitude: float({
    min: -180,
    max: 180,
    unit: "°",
    doc: "The same, east is positive.",
    help: "Geografische Länge des Standorts, Osten ist positiv, z. B. 13,41",
  }),
} as const;

export const PROJECT_COLUMNS = {
  key: text({ required: true, doc: "One of the keys below.", help: "Schlüssel, z. B. id oder name" }),
  value: text({ doc: "Its value.", help: "Wert des Schlüssels" }),
} as const;

export const POD_COLUMNS = {
  id: text({
    required: true,
    doc: "`type.name`. Further rows with the same id add interfaces.",
    help: "Typ und Name, z. B. mqtt.anlage; weitere Zeilen mit derselben ID ergänzen Schnittstellen",
  }),
  label: text({ maxLength: 200, doc: "Name shown to people.", help: "Anzeigename" }),
  area: text({
    maxLength: AREA_MAX,
    doc: "Where its channels belong that do not say so themselves, as a path: `Haus/EG/Büro 2`.",
    help: "Bereich der Anlage, zu dem die Channels gehören, z. B. Haus/EG/Büro 2",
  }),
  equip: text({
    maxLength: EQUIP_MAX,
    doc: "The equipment its channels belong to, if they do not say so themselves.",
    help: "Gerät, zu dem die Channels gehören, z. B. Lüftung 1",
  }),
  internal: flag({
    default: true,
    doc: "Started by the hub; otherwise the pod runs elsewhere and connects in.",
    help: "ja: der Hub startet den Pod; nein: er läuft woanders und meldet sich an",
  }),
  iface: text({
    default: DEFAULT_IFACE,
    doc: "Name of the interface (connection or listener) that this row describes.",
    help: "Name der Schnittstelle (Verbindung), die diese Zeile beschreibt; leer: main",
  }),
} as const;

function typeOptions({ defaultValueType, valueTypeOf }: PodSchema): {
  default?: ValueType;
  doc: string;
  help: string;
} {
  if (valueTypeOf) {
    return {
      doc: "Type of the values; follows from the other columns if empty.",
      help: "Typ der Werte; leer: folgt aus den übrigen Spalten",
    };
  }
  return { default: defaultValueType, doc: "Type of the values.", help: "Typ der Werte" };
}

/** Name of the column for the area of a channel: ModBus has called a range of registers `area` before. */
export function areaColumn({ channelColumns: own }: PodSchema): "area" | "plant_area" {
  return Object.hasOwn(own, "area") ? "plant_area" : "area";
}

export const AREA_COLUMN = text({
  maxLength: AREA_MAX,
  doc: "Where it belongs in the plant, as a path: `Haus/EG/Büro 2`; that of its pod if empty. Called `plant_area` in ModBus tables.",
  help: "Bereich der Anlage, z. B. Haus/EG/Büro 2; leer: der des Pods",
});

/** Columns that every channel table has, for one pod type. */
export function channelColumns(schema: PodSchema) {
  return {
    pod: text({
      required: true,
      doc: "Name of the pod, with or without its type.",
      help: "Name des Pods, mit oder ohne Typ",
    }),
    iface: text({
      doc: "Interface of the pod; `main`, or its only one, if empty.",
      help: "Schnittstelle des Pods; leer: main oder die einzige",
    }),
    channel: text({ required: true, doc: "Name of the channel.", help: "Name des Channels" }),
    type: choice(schema.valueTypes, typeOptions(schema)),
    dir: choice(schema.directions, {
      default: schema.defaultDirection,
      doc: "`in` comes from outside, `out` goes outside.",
      help: "Richtung: in kommt von außen, out geht nach außen",
    }),
    label: text({ maxLength: 200, doc: "Name shown to people.", help: "Anzeigename" }),
    unit: text({ maxLength: 32, doc: "Unit of the values.", help: "Einheit der Werte, z. B. °C" }),
    tags: text({
      maxLength: 500,
      doc: "Words to filter by, separated by commas.",
      help: "Schlagworte zum Filtern, durch Komma getrennt",
    }),
    ...(areaColumn(schema) === "area" ? { area: AREA_COLUMN } : { plant_area: AREA_COLUMN }),
    equip: text({
      maxLength: EQUIP_MAX,
      doc: "The equipment it belongs to, within its area; that of its pod if empty.",
      help: "Gerät, zu dem der Channel gehört, z. B. Lüftung 1; leer: das des Pods",
    }),
    point: text({
      maxLength: 200,
      doc: "What it measures or sets, in words of Project Haystack, separated by spaces: `zone air temp sensor`.",
      help: "Bedeutung in Worten von Project Haystack, z. B. zone air temp sensor",
    }),
    retain: flag({
      doc: "Keep the newest value over restarts and power cuts; it counts as uncertain until the next one comes.",
      help: "ja: letzten Wert über Neustarts und Stromausfälle halten",
    }),
    record: flag({
      doc: "Record the values for charts and for download as Parquet files.",
      help: "ja: Werte für Diagramme und Auswertungen aufzeichnen",
    }),
    record_deadband: float({
      min: 0,
      doc: "Record a number only if it differs from the last recorded one by more than this.",
      help: "Nur aufzeichnen, wenn sich die Zahl um mehr als diesen Betrag ändert",
    }),
    record_interval: int({
      min: 1,
      max: 86_400,
      unit: "s",
      doc: "Record at most one value in this time; the newest when it is over.",
      help: "Höchstens ein Wert in dieser Zeit, in Sekunden",
    }),
  } as const satisfies Columns;
}

export const LINK_COLUMNS = {
  source: text({
    required: true,
    doc: "Full name of a channel, constant, schedule or figure of a meter.",
    help: "Voller Name der Quelle",
  }),
  target: text({ required: true, doc: "Full name of a channel.", help: "Voller Name des Ziels" }),
  scale: float({ doc: "Factor; numbers only.", help: "Faktor: Ziel = Quelle × scale + offset" }),
  offset: float({ doc: "Added after scaling; numbers only.", help: "Summand nach dem Faktor" }),
  invert: flag({ doc: "Turn true into false; booleans only.", help: "ja: wahr und falsch vertauschen" }),
  map: text({
    maxLength: 8_000,
    doc: "`value=new value` pairs separated by semicolons; `*` is the rest.",
    help: "Übersetzung, z. B. 0=aus;1=an;*=unbekannt",
  }),
  on_change: flag({
    doc: "Pass a value on only if it differs from the last one.",
    help: "ja: nur weitergeben, wenn sich der Wert ändert",
  }),
  min_interval: int({
    min: 0,
    max: 86_400_000,
    unit: "ms",
    doc: "Least time between two values; the newest is sent when it is over.",
    help: "Mindestabstand zwischen zwei Werten in ms",
  }),
} as const;

export const CONSTANT_COLUMNS = {
  channel: text({
    required: true,
    doc: "`name` or `group.name`; links refer to it as `const.group.name` (group `main` if left out).",
    help: "name oder gruppe.name; in Verknüpfungen const.gruppe.name",
  }),
  type: choice(VALUE_TYPES, {
    doc: "Type of the value; follows from the cell if empty.",
    help: "Typ; leer: folgt aus dem Wert",
  }),
  value: text({ required: true, maxLength: 32_000, doc: "The value.", help: "Wert der Konstante" }),
  min: float({ doc: "Least value; numbers only.", help: "Kleinster erlaubter Wert, nur für Zahlen" }),
  max: float({ doc: "Greatest value; numbers only.", help: "Größter erlaubter Wert, nur für Zahlen" }),
  label: text({ maxLength: 200, doc: "Name shown to people.", help: "Beschreibung" }),
} as const;

export const COMMON_TABLES = [
  "project",
  "pods",
  "links",
  "constants",
  "schedules",
  "schedule_times",
  "calendars",
  "meters",
  "alarms",
  "classes",
  "pages",
] as const;

/** All tables that a project with these types of pods may have. */
export function tableNames(types: Iterable<string>): ReadonlySet<string> {
  return new Set<string>([...COMMON_TABLES, ...types]);
}

/** Sheets for people: `_…`, help texts. Never read, never warned about. */
export function isForPeople(table: string): boolean {
  return table.startsWith("_") || ["hilfe", "help", "info", "readme"].includes(table);
}

/** Columns of a table, and those of them without which it says nothing. */
export interface TableFacts {
  columns: Columns;
  required: readonly string[];
}

/** Of the tables that hardly a project is without; `pods` has the columns of the types besides. */
export const BASIC_TABLES = {
  project: { columns: PROJECT_COLUMNS, required: ["key", "value"] },
  links: { columns: LINK_COLUMNS, required: ["source", "target"] },
  constants: { columns: CONSTANT_COLUMNS, required: ["channel", "value"] },
} as const satisfies Record<string, TableFacts>;
