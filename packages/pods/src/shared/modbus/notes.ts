import { both } from "@hubwart/runtime/notes";

export const MODBUS_RULES = [
  both(
    "`coil` and `discrete` hold single bits: `data` is empty or `bool`, and there is no `bit`.",
    "`coil` und `discrete` enthalten einzelne Bits: `data` ist leer oder `bool`, und `bit` bleibt leer.",
  ),
  both(
    "In `holding` and `input` the data type `bool` needs a `bit`; other data types have none.",
    "In `holding` und `input` braucht der Datentyp `bool` ein `bit`; andere Datentypen haben keines.",
  ),
  both(
    "`string` needs a `length` and the type `string`; other data types have no length.",
    "`string` braucht eine `length` und den Typ `string`; andere Datentypen haben keine Länge.",
  ),
  both(
    "The type `string` fits `string`, `int64` and `uint64`. The type `bool` fits `bool` only. The type `int` needs a whole data type, scale and offset.",
    "Der Typ `string` passt zu `string`, `int64` und `uint64`. Der Typ `bool` passt nur zu `bool`. Der Typ `int` braucht einen ganzzahligen Datentyp und ganze Zahlen in `scale` und `offset`.",
  ),
  both(
    "`scale` is not 0; `scale` and `offset` are for numbers only. A value ends at address 65535 at the latest.",
    "`scale` ist nicht 0; `scale` und `offset` gibt es nur für Zahlen. Ein Wert endet spätestens an Adresse 65535.",
  ),
];
export const MODBUS_WRITES = both(
  "Written is raw = (value − offset) / scale, rounded for whole data types, halves away from zero. A value outside the range of the data type is refused, not clamped. Text is padded with zero bytes; reading ends at the first one and cuts blanks at the end.",
  "Geschrieben wird Rohwert = (Wert − offset) / scale, bei ganzzahligen Datentypen kaufmännisch gerundet. Ein Wert außerhalb des Bereichs wird abgelehnt, nicht begrenzt. Text wird mit Nullbytes aufgefüllt; gelesen wird bis zum ersten, Leerzeichen am Ende fallen weg.",
);
