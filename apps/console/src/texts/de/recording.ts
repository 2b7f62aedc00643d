/** Channels that are recorded beside those of the project. */
export const recordingTexts = {
  title: "Zusätzlich aufgezeichnet",
  text: "Diese Channels zeichnet das Gerät auf, obwohl das laufende Projekt es nicht vorsieht. Das bleibt über Uploads hinweg so, bis jemand es zurücknimmt. Was immer aufgezeichnet werden soll, gehört ins Projekt (Spalte „record“).",
  begin: "Aufzeichnen",
  fromNow: "Als Diagramm, ab jetzt",
  began: "Ab jetzt wird jede Änderung aufgezeichnet.",
  later: "Der Hub läuft gerade nicht; es gilt, sobald er wieder da ist.",
  added: (when: string, by: string) => `Auf diesem Gerät eingeschaltet von ${by}, seit ${when}`,
  undo: "Wie im Projekt",
  undoQuestion: (chan: string) =>
    `Soll „${chan}“ nicht mehr aufgezeichnet werden, wie es im Projekt steht? Was schon aufgezeichnet ist, bleibt.`,
  undone: "Es gilt wieder das Projekt.",
  columns: { chan: "Channel", since: "Seit", by: "Von", state: "Projekt", actions: "Aktionen" },
  states: {
    recorded: "zeichnet nicht auf",
    project: "zeichnet selbst auf",
    missing: "hat den Channel nicht",
  },
} as const;
