import { choice, int, type RowOf, text } from "@hubwart/project";
import { HOST, PORT, readingChannel, readingIface, scalingColumns } from "@hubwart/runtime/columns";
import { ADDRESS_PATTERN } from "./address.ts";
import { DATA_TYPES } from "./types.ts";

/** Columns of the S7 client. */
export const s7ClientIfaceColumns = {
  host: text({
    ...HOST,
    doc: "Host name or IP address of the CPU or its communication processor.",
    help: "Name oder IP-Adresse der CPU oder ihres Kommunikationsprozessors",
  }),
  port: int({ ...PORT, default: 102, doc: "TCP port of the CPU.", help: "TCP-Port der CPU" }),
  rack: int({ default: 0, min: 0, max: 7, doc: "Rack of the CPU.", help: "Baugruppenträger (Rack) der CPU" }),
  slot: int({
    default: 1,
    min: 0,
    max: 31,
    doc: "Slot of the CPU: 1 for S7-1200 and S7-1500, 2 for S7-300, as configured for S7-400.",
    help: "Steckplatz (Slot) der CPU: 1 bei S7-1200 und S7-1500, 2 bei S7-300, bei S7-400 wie projektiert",
  }),
  connection: choice(["op", "pg", "basic"], {
    default: "op",
    doc: "Kind of connection that is asked for: operator panel, programming device, S7 basic communication.",
    help: "Verbindungsart: op (Bediengerät), pg (Programmiergerät) oder basic (S7-Basiskommunikation)",
  }),
  local_tsap: text({
    pattern: /^[0-9A-Fa-f]{2}\.?[0-9A-Fa-f]{2}$/,
    doc: "TSAP of this side in hexadecimal, e.g. 02.00; 01.00 if empty.",
    help: "Eigener TSAP hexadezimal, z. B. 02.00; leer: 01.00",
  }),
  remote_tsap: text({
    pattern: /^[0-9A-Fa-f]{2}\.?[0-9A-Fa-f]{2}$/,
    doc: "TSAP of the CPU in hexadecimal, instead of rack, slot and kind of connection (LOGO!, S7-200).",
    help: "TSAP der CPU hexadezimal statt Rack, Slot und Verbindungsart (LOGO!, S7-200), z. B. 02.00",
  }),
  pdu: int({
    default: 960,
    min: 112,
    max: 960,
    unit: "Byte",
    doc: "Largest PDU that is asked for; the CPU may grant a smaller one.",
    help: "Größte PDU, um die gebeten wird; die CPU kann eine kleinere gewähren",
  }),
  timeout: int({
    default: 2000,
    min: 100,
    max: 60_000,
    unit: "ms",
    doc: "Time to wait for an answer; then the connection is made anew.",
    help: "Wartezeit auf eine Antwort; danach wird die Verbindung neu aufgebaut",
  }),
  interval: readingIface,
  max_gap: int({
    default: 16,
    min: 0,
    max: 200,
    unit: "Byte",
    doc: "Unused bytes that may be read along to join neighbours.",
    help: "So viele unbenutzte Bytes dürfen zwischen Nachbarn mitgelesen werden",
  }),
} as const;

export const s7ClientChannelColumns = {
  address: text({
    required: true,
    maxLength: 40,
    pattern: ADDRESS_PATTERN,
    doc: "Absolute address, e.g. DB10.DBX0.3, DB10.DBW4, DB10.20, M0.1, MW10, I0.0 (E0.0), QW4 (AW4), T5, C3 (Z3).",
    help: "Absolute Adresse, z. B. DB10.DBX0.3, DB10.DBW4, DB10.20, M0.1, MW10, E0.0 (I0.0), AW4 (QW4), T5, Z3 (C3)",
  }),
  data: choice(DATA_TYPES, {
    doc: "Data type in the CPU. If empty: X is BOOL, B BYTE, W WORD, D DWORD, T TIMER and C COUNTER.",
    help: "Datentyp in der CPU; leer: X ist BOOL, B BYTE, W WORD, D DWORD, T TIMER, Z (C) COUNTER",
  }),
  length: int({
    min: 1,
    max: 16_382,
    unit: "Zeichen",
    doc: "Declared length of STRING (at most 254) and WSTRING.",
    help: "Vereinbarte Länge von STRING (höchstens 254) und WSTRING",
  }),
  count: int({
    default: 1,
    min: 1,
    max: 8192,
    doc: "Number of elements of an array; more than one gives a JSON array.",
    help: "Anzahl der Elemente eines Feldes (ARRAY); mehr als eines ergibt ein JSON-Feld",
  }),
  ...scalingColumns,
  interval: readingChannel,
} as const;

export type S7ClientIface = RowOf<typeof s7ClientIfaceColumns>;
export type S7ClientChannel = RowOf<typeof s7ClientChannelColumns>;
