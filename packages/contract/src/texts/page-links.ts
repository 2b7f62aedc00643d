export const texts = {
  name: "Erlaubt sind sichtbare Zeichen und Leerzeichen.",
};
