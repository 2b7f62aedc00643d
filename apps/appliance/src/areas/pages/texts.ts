/** What people read of pages. */
export const texts = {
  plans: "Pläne der Ansichten",
  noPage: (page: string) => `Die Ansicht „${page}“ gibt es nicht.`,
  panelOnly: "Das zeigt nur ein Wandpanel mit seinem Link.",
  reading: "Die Ansichten werden gerade gelesen. Bitte versuchen Sie es gleich noch einmal.",
  noPlan: (file: string) => `Den Plan „${file}“ gibt es nicht.`,
  nameRule:
    "Erlaubt sind Buchstaben ohne Umlaute, Ziffern, „_“, „-“ und „.“; am Ende steht .svg, .png oder .jpg.",
  tooMany: (most: number) => `Es sind schon ${most} Pläne gespeichert. Löschen Sie zuerst einen.`,
  tooLarge: (megabytes: number) => `Ein Plan darf höchstens ${megabytes}\u00a0MB groß sein.`,
  otherContent: (ending: string) => `Die Datei ist kein Bild im Format ${ending.toUpperCase()}.`,
  noSvg: "Die Datei ist kein lesbares SVG.",
  noSize: "Dem SVG fehlt die Größe: Es braucht „viewBox“ oder „width“ und „height“.",
  tooComplex: "Das SVG ist zu umfangreich. Vereinfachen Sie die Zeichnung oder speichern Sie sie als PNG.",
};
