/** Texts of the public files. */
export const htdocsTexts = {
  title: "Öffentliche Dateien",
  list: {
    box: "Dateien",
    columns: {
      name: "Name",
      size: "Größe",
      mts: "Hochgeladen",
      type: "Typ",
      open: "Öffnen",
    },
    open: "Öffnen",
    openFile: (name: string) => `${name} öffnen`,
    empty: "Keine Dateien vorhanden",
    emptyText: "Laden Sie ein ZIP-Archiv hoch; es wird automatisch entpackt.",
  },
  upload: {
    box: "ZIP-Archiv hochladen",
    intro:
      "Das Archiv wird automatisch entpackt und ersetzt alle vorhandenen Dateien. Jeder im Netzwerk kann die Dateien ohne Anmeldung unter /opt/ abrufen, auch jede Webseite, die dort jemand öffnet. Dateien und Ordner, deren Name mit einem Punkt beginnt, werden nicht übernommen.",
    hint: "ZIP-Archiv, höchstens 64\u00a0MB",
    hintFree: (free: string) => `ZIP-Archiv, höchstens 64\u00a0MB. Freier Speicher: ${free}`,
    missing: "Bitte wählen Sie ein ZIP-Archiv aus.",
    submit: "Hochladen",
    done: (files: number) =>
      files === 1
        ? "Das Hochladen war erfolgreich: 1 Datei wurde entpackt."
        : `Das Hochladen war erfolgreich: ${files} Dateien wurden entpackt.`,
    file: {
      choose: "ZIP-Archiv auswählen",
      drop: "oder hierher ziehen",
      dropNow: "Hier loslassen",
      remove: "Auswahl aufheben",
      onlyFirst: "Es wurde nur die erste Datei übernommen.",
    },
  },
  clean: {
    button: "Alle löschen",
    title: "Alle Dateien löschen",
    question: "Sollen alle öffentlichen Dateien unwiderruflich gelöscht werden?",
    done: "Alle öffentlichen Dateien wurden gelöscht.",
  },
};
