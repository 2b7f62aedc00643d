/** A certificate with its key, uploaded for the console or for a rule of the proxy. */

export const chooseCertificate = (choose: string) => ({
  choose,
  drop: "oder hierher ziehen",
  dropNow: "Hier loslassen",
  remove: "Auswahl des Zertifikats aufheben",
  onlyFirst: "Es wurde nur die erste Datei übernommen.",
});

export const keyUploadTexts = {
  hint: "Zertifikat mit Kette und Schlüssel: PEM oder PKCS#12 (.p12, .pfx), höchstens 256\u00a0kB",
  missing: "Bitte wählen Sie ein Zertifikat aus.",
  keyHint: "Nur nötig, wenn der Schlüssel nicht in derselben Datei steht: PEM",
  keyFile: {
    choose: "Schlüsseldatei auswählen",
    drop: "oder hierher ziehen",
    dropNow: "Hier loslassen",
    remove: "Auswahl des Schlüssels aufheben",
    onlyFirst: "Es wurde nur die erste Datei übernommen.",
  },
  password: "Passwort des Schlüssels",
  passwordHint: "Nur nötig, wenn der Schlüssel oder die PKCS#12-Datei verschlüsselt ist",
};
