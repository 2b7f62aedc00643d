/**
 * Where a Modbus value stands and how it is laid out: the columns that client and server share, and
 * their reading into an `Item`.
 *
 * Addresses are those of the protocol and count from 0: register 40001 of a manual that counts from 1
 * is area `holding`, address 0 (Modbus Application Protocol V1.1b3, 4.4).
 */
import { choice, int } from "@hubwart/project";
import { scalingColumns } from "@hubwart/runtime/columns";

export const AREAS = ["coil", "discrete", "input", "holding"] as const;
export type Area = (typeof AREAS)[number];

export const DATA_TYPES = [
  "bool",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float32",
  "float64",
  "string",
] as const;
export type DataType = (typeof DATA_TYPES)[number];

/**
 * Order of the bytes on the wire, for a value whose bytes from the most significant are A, B, C, D.
 * For 64 bits the same rule goes on: CDAB reverses the registers, BADC the bytes within each
 * register, DCBA both.
 */
export const ORDERS = ["ABCD", "CDAB", "BADC", "DCBA"] as const;
export type Order = (typeof ORDERS)[number];

export const itemColumns = {
  area: choice(AREAS, {
    default: "holding",
    doc: "Table of the device: coil (FC1), discrete input (FC2), input register (FC4), holding register (FC3).",
    help: "Bereich: coil (Ausgang, FC1), discrete (Eingang, FC2), input (Eingangsregister, FC4), holding (Halteregister, FC3)",
  }),
  address: int({
    required: true,
    min: 0,
    max: 65535,
    doc: "Address as in the protocol, counted from 0; register 40001 of many manuals is holding, address 0.",
    help: "Adresse, gezählt ab 0; Register 40001 vieler Handbücher ist Bereich holding, Adresse 0",
  }),
  data: choice(DATA_TYPES, {
    doc: "How the value is laid out; bool for coils, discrete inputs and where a bit is given, otherwise uint16. int64 and uint64 are exact with type string (as decimal text, scale and offset included); as a number beyond 53 bits they are rounded and uncertain.",
    help: "Datentyp im Gerät; leer: bool bei coil, discrete oder angegebenem Bit, sonst uint16. int64 und uint64 sind mit dem Typ string genau",
  }),
  bit: int({
    min: 0,
    max: 15,
    doc: "Bit within a register, 0 is the least significant.",
    help: "Bit im Register, 0 ist das niederwertigste",
  }),
  length: int({
    min: 1,
    max: 246,
    unit: "Byte",
    doc: "Length of a string in bytes; two fit into a register.",
    help: "Länge eines Textes (string) in Byte; ein Register fasst zwei",
  }),
  order: choice(ORDERS, {
    default: "ABCD",
    doc: "Order of bytes and registers: ABCD big endian, CDAB registers reversed, BADC bytes swapped, DCBA both; of a string all its registers.",
    help: "Reihenfolge: ABCD (höchstwertiges zuerst), CDAB (Register vertauscht), BADC (Bytes vertauscht), DCBA (beides)",
  }),
  ...scalingColumns,
} as const;
