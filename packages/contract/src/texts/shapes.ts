/** What is allowed in the fields of several calls. */
export const texts = {
  fileName:
    "Erlaubt sind bis zu 200 Zeichen: A bis Z, a bis z, Ziffern, Leerzeichen und _ . -, am Anfang ein Buchstabe, eine Ziffer oder _.",
  pod: "Erlaubt sind Typ und Name eines Pods, zum Beispiel mqtt.anlage: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.",
  calendar:
    "Erlaubt sind bis zu 64 Zeichen: A bis Z, a bis z, Ziffern, _ und -, am Anfang ein Buchstabe oder eine Ziffer.",
  calendarUrl: "Erlaubt ist eine Adresse, die mit http:// oder https:// beginnt.",
  schedule: "Erlaubt ist der volle Name eines Zeitprogramms, zum Beispiel sched.main.licht.",
  scheduleDate: "Erlaubt ist ein Tag, zum Beispiel 2026-12-24, oder 12-24 für jedes Jahr.",
  personName: "Erlaubt sind 1 bis 60 sichtbare Zeichen.",
  personId: "Erwartet wird die Kennung einer Person, wie sie die Liste nennt.",
  pattern: "Erlaubt ist ein Muster ohne Leerzeichen, zum Beispiel knx.halle.*.",
  patterns: "Bitte geben Sie mindestens ein Muster an, zum Beispiel knx.halle.*.",
  passkeyName: "Erlaubt sind 1 bis 60 sichtbare Zeichen.",
  base64url: "Erwartet wird Base64url ohne Füllzeichen (A bis Z, a bis z, Ziffern, „-“ und „_“).",
  transport: "Erwartet wird, was der Browser nennt, zum Beispiel usb oder internal.",
  oidcValue: "Bitte geben Sie den Wert an, den der Verzeichnisdienst nennt.",
  oidcHost: "Erlaubt ist der Name eines Servers, wenn nötig mit Port, zum Beispiel login.example.com:8443.",
  reason: "Erlaubt sind 3 bis 300 Zeichen in einer Zeile.",
  channel: "Erlaubt ist der Name eines Channels, ohne * und ?.",
};
