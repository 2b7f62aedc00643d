/** What people read of a constant's value that does not fit. */
const german = (value: number) => value.toLocaleString("de-DE");

export const texts = {
  bool: "Erlaubt ist ja oder nein.",
  int: "Erlaubt ist eine ganze Zahl.",
  float: "Erlaubt ist eine Zahl.",
  text: "Erlaubt ist ein Text.",
  atLeast: (least: number) => `Erlaubt ist mindestens ${german(least)}.`,
  atMost: (most: number) => `Erlaubt ist höchstens ${german(most)}.`,
  controlCharacters: "Der Text enthält Steuerzeichen.",
  json: "Erlaubt ist JSON.",
  tooDeep: (levels: number) => `Erlaubt sind höchstens ${levels} Ebenen.`,
  torn: "Der Text enthält ein halbes Zeichen (Unicode D800 bis DFFF).",
  tooLong: (most: number) => `Erlaubt sind höchstens ${german(most)} Zeichen.`,
};
