import { choice, int, type RowOf, text } from "@hubwart/project";
import { HOST, PORT } from "@hubwart/runtime/columns";
import { serialColumns } from "../shared/serial/columns.ts";
import { MEDIUM_WORDS } from "./media.ts";
import { FUNCTIONS, QUANTITIES } from "./wire/quantities.ts";
import { UNITS } from "./wire/units.ts";

/** Milliseconds from one reading of a meter to the next: battery and line want them seldom. */
const READING = { min: 10_000, max: 86_400_000, unit: "ms" } as const;

/** Columns of the M-Bus pod. */
export const mbusIfaceColumns = {
  mode: choice(["tcp", "serial"], {
    default: "tcp",
    doc: "M-Bus through a TCP gateway that passes the bytes on, or a level converter at a serial port of this device.",
    help: "Anschluss: tcp (Gateway, das die Bytes durchreicht) oder serial (Pegelwandler am seriellen Port dieses Geräts)",
  }),
  host: text({
    maxLength: HOST.maxLength,
    pattern: HOST.pattern,
    doc: "Host name or IP address of the gateway; for mode tcp.",
    help: "Name oder IP-Adresse des Gateways; leer bei serial",
  }),
  port: int({ ...PORT, default: 10_001, doc: "TCP port of the gateway.", help: "TCP-Port des Gateways" }),
  device: serialColumns.device,
  baud: choice([300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400], {
    default: 2400,
    unit: "Bit/s",
    doc: "Speed of the M-Bus; with mode tcp that of the gateway's line, which tells how long an answer may take.",
    help: "Geschwindigkeit des M-Bus; bei tcp die im Gateway eingestellte, sie bestimmt die Wartezeiten",
  }),
  parity: choice(["even", "none"], {
    default: "even",
    doc: "Parity at the serial port; the standard knows even alone, a few converters want none.",
    help: "Parität am seriellen Port: even wie in der Norm; none nur für Pegelwandler, die es verlangen",
  }),
  timeout: int({
    default: 500,
    min: 20,
    max: 30_000,
    unit: "ms",
    doc: "Time to wait for an answer beyond what the standard grants the meter at this speed; for gateways and converters.",
    help: "Wartezeit auf eine Antwort über die Frist der Norm hinaus, für Gateway und Wandler",
  }),
  interval: int({
    ...READING,
    default: 900_000,
    doc: "Default time from one reading of a meter to the next. Meters with a battery allow only so many a day.",
    help: "Abstand zwischen zwei Lesungen eines Zählers; Zähler mit Batterie erlauben nur wenige am Tag",
  }),
  pause: int({
    default: 0,
    min: 0,
    max: 60_000,
    unit: "ms",
    doc: "Delay between an answer and the next request, for slow converters.",
    help: "Pause zwischen einer Antwort und der nächsten Anfrage, für langsame Wandler",
  }),
} as const;

export const METER_PATTERN = /^(?:\d{1,3}|[0-9Ff]{8})$/;

export const mbusChannelColumns = {
  meter: text({
    required: true,
    maxLength: 8,
    pattern: METER_PATTERN,
    doc: "Primary address (0 to 250) or the eight digits of the secondary one, in which F stands for any digit. 254 is every meter: only where there is a single one. 253 is the selected one.",
    help: "Primäradresse (0 bis 250) oder die acht Ziffern der Sekundäradresse (F: beliebige Ziffer); 254 (jeder Zähler) nur, wenn es genau einen gibt; 253 ist der gerade ausgewählte",
  }),
  manufacturer: text({
    maxLength: 3,
    pattern: /^[A-Za-z]{3}$/,
    doc: "Three letters of the manufacturer, where several meters have the same number; any if empty.",
    help: "Herstellerkürzel (drei Buchstaben), falls mehrere Zähler dieselbe Nummer haben; leer: beliebig",
  }),
  version: int({
    min: 0,
    max: 254,
    doc: "Version of the secondary address; any if empty.",
    help: "Version der Sekundäradresse; leer: beliebig",
  }),
  medium: choice(MEDIUM_WORDS, {
    doc: "Medium of the secondary address; any if empty.",
    help: "Medium der Sekundäradresse; leer: beliebig",
  }),
  quantity: choice(QUANTITIES, {
    doc: "What the value is, as the meter says it (VIF). Needed unless `record_number` is given.",
    help: "Messgröße des Werts, z. B. energy (Energie), volume (Volumen), power (Leistung); nötig, wenn record_number leer ist",
  }),
  storage: int({
    default: 0,
    min: 0,
    max: 4_294_967_295,
    doc: "Storage number: 0 is the present value, 1 mostly that of the last due date.",
    help: "Speichernummer: 0 ist der aktuelle Wert, 1 meist der des letzten Stichtags",
  }),
  tariff: int({
    default: 0,
    min: 0,
    max: 1_048_575,
    doc: "Tariff; 0 is the total.",
    help: "Tarif; 0 ist die Summe",
  }),
  subunit: int({
    default: 0,
    min: 0,
    max: 1023,
    doc: "Subunit of the meter, e.g. a pulse input.",
    help: "Teilgerät des Zählers, z. B. ein Impulseingang",
  }),
  function: choice(FUNCTIONS, {
    default: "instantaneous",
    doc: "Whether it is the present value, the largest or smallest one, or that of an error state.",
    help: "Momentanwert (instantaneous), größter (maximum) oder kleinster Wert (minimum) oder Wert im Fehlerzustand (error)",
  }),
  modifier: text({
    maxLength: 100,
    pattern: /^[a-z0-9_]+(?:\+[a-z0-9_]+)*$/,
    doc: "What else the meter says of the value (VIFE), in words joined by `+`, as the search shows them: `l1`, `positive`, `per_hour`, `x01`.",
    help: "Zusätze des Zählers zum Wert, wie die Suche sie zeigt, z. B. l1, positive, per_hour, x01",
  }),
  record_number: int({
    min: 1,
    max: 10_000,
    doc: "Number of the record in the answer, from 1, in place of storage, tariff, subunit, function and modifier; only where nothing else tells the value apart. With `quantity` it must be of that one.",
    help: "Nummer des Datensatzes in der Antwort (ab 1), statt storage, tariff, subunit, function und modifier; nur, wenn sonst nichts den Wert unterscheidet. Steht auch quantity da, muss er diese Messgröße haben",
  }),
  value_unit: choice(UNITS, {
    doc: "Unit in which the value is wanted; if empty: kWh, kW, m3, m3/h, kg, °C, bar, s, V, A …, whatever the meter counts in.",
    help: "Gewünschte Einheit des Werts; leer: kWh, kW, m3, m3/h, kg, °C, bar, s, V, A …, gleich in welcher der Zähler zählt",
  }),
  decimals: int({
    min: 0,
    max: 9,
    doc: "Round to so many decimals; as the meter has them if empty.",
    help: "Auf so viele Nachkommastellen runden; leer: wie der Zähler",
  }),
  interval: int({
    ...READING,
    doc: "Time from one reading to the next; that of the interface if empty. A meter is read once for all its channels, as often as the one that wants it most.",
    help: "Abstand zwischen zwei Lesungen; leer: der der Schnittstelle. Gelesen wird ein Zähler einmal für alle seine Channels",
  }),
} as const;

export type MbusIface = RowOf<typeof mbusIfaceColumns>;
export type MbusChannel = RowOf<typeof mbusChannelColumns>;
