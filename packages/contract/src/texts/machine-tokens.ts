export const texts = {
  network: "Erlaubt ist eine Adresse oder ein Netz, zum Beispiel 192.168.10.0/24 oder fd00::/8.",
  pattern: "Erlaubt sind bis zu 200 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“, „-“, „.“, „*“ und „?“.",
  name: "Erlaubt sind sichtbare Zeichen und Leerzeichen.",
};
