/** Characters and texts of 8 bits (Latin 1) and 16 bits (UTF-16). */
import { type Codec, form, S7ValueError } from "./codec.ts";
import { texts } from "./texts.ts";

export function character(wide: boolean): Codec {
  return {
    nature: "text",
    size: wide ? 2 : 1,
    decode: (bytes) => (wide ? String.fromCharCode(bytes.readUInt16BE()) : bytes.toString("latin1")),
    encode(value) {
      const text = String(value);
      if (text.length !== 1) throw form(value, texts.oneCharacter);
      return wide ? wideText(text) : narrowText(text);
    },
  };
}

/** Two length fields of 8 bits before 8-bit characters, of 16 bits before 16-bit ones. */
export function string(wide: boolean): Codec {
  const unit = wide ? 2 : 1;
  return {
    nature: "text",
    size: 2 * unit,
    decode(bytes) {
      const length = wide ? bytes.readUInt16BE(2) : (bytes[1] ?? 0);
      const content = bytes.subarray(2 * unit, 2 * unit + length * unit);
      if (content.length < length * unit) {
        throw new S7ValueError(texts.textTooLongInCpu(length));
      }
      return wide ? Buffer.from(content).swap16().toString("utf16le") : content.toString("latin1");
    },
    // Without the maximum length, which is the program's and stays as it is.
    encode(value) {
      const text = String(value);
      const content = wide ? wideText(text) : narrowText(text);
      const length = Buffer.alloc(unit);
      length.writeUIntBE(text.length, 0, unit);
      return Buffer.concat([length, content]);
    },
  };
}

function wideText(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

function narrowText(text: string): Buffer {
  const strange = /[\u0100-\u{10ffff}]/u.exec(text)?.[0];
  if (strange !== undefined) {
    throw new S7ValueError(texts.wideOnly(strange));
  }
  return Buffer.from(text, "latin1");
}
