/** Texts of the certificates. */
import { chooseCertificate, keyUploadTexts } from "./certs-upload.ts";

export const certsTexts = {
  title: "Zertifikate",
  tabs: { label: "Zertifikate", root: "Root CA", server: "Server" },
  own: {
    box: "Eigene Zertifikate",
    columns: {
      filename: "Dateiname",
      ts: "Hochgeladen",
      subject: "Antragsteller",
      valid: "Gültig bis",
      fingerprint: "Fingerabdruck (SHA-256)",
      actions: "Aktionen",
    },
    empty: "Keine eigenen Zertifikate vorhanden",
    emptyText:
      "Laden Sie das Stammzertifikat Ihrer Zertifizierungsstelle hoch, wenn Server in Ihrem Netzwerk Zertifikate von ihr verwenden.",
    remove: "Löschen",
    removeFile: (name: string) => `${name} löschen`,
    removeTitle: "Zertifikat löschen",
    removeQuestion: (name: string) =>
      `Soll das Zertifikat „${name}“ gelöscht werden? Server mit Zertifikaten dieser Zertifizierungsstelle werden dann nicht mehr anerkannt, bestehende Verbindungen zu ihnen enden.`,
    removed: "Das Zertifikat wurde gelöscht.",
  },
  upload: {
    box: "Zertifikat hochladen",
    intro:
      "Das Gerät erkennt danach Server an, deren Zertifikat von dieser Zertifizierungsstelle stammt: in Pods (HTTP, MQTT, E-Mail, Chat), bei der Datensicherung über FTPS, beim Laden von Container-Images und gegenüber den Diensten des Herstellers. Laufende Pods übernehmen das ohne Neustart.",
    hint: "Stammzertifikat als PEM, DER oder PKCS#7, ohne privaten Schlüssel",
    missing: "Bitte wählen Sie ein Zertifikat aus.",
    submit: "Hochladen",
    done: "Das Zertifikat wurde hochgeladen und wird ab sofort anerkannt.",
    file: {
      choose: "Zertifikat auswählen",
      drop: "oder hierher ziehen",
      dropNow: "Hier loslassen",
      remove: "Auswahl aufheben",
      onlyFirst: "Es wurde nur die erste Datei übernommen.",
    },
  },
  ownServer: {
    box: "Eigenes Server-Zertifikat hochladen",
    shown: "Eigenes Server-Zertifikat",
    used: "in Gebrauch",
    names: "Gilt für",
    otherNames: (host: string) =>
      `Es gilt nicht für „${host}“, unter dem Sie das Gerät gerade aufrufen: Browser warnen dort vor der Verbindung.`,
    chain: "Kette",
    kind: "Schlüssel",
    remove: "Entfernen",
    removeTitle: "Eigenes Server-Zertifikat entfernen",
    removeQuestion:
      "Soll das eigene Server-Zertifikat mit seinem Schlüssel entfernt werden? Das Gerät verwendet dann wieder sein selbst ausgestelltes; Browser, die dem Root-Zertifikat des Geräts nicht vertrauen, warnen.",
    removed: "Das Zertifikat wurde entfernt. Das Gerät verwendet wieder sein eigenes.",
    intro:
      "Ein Zertifikat Ihrer Zertifizierungsstelle tritt an die Stelle des selbst ausgestellten, ohne Neustart: für diese Konsole, die Regeln des Proxys mit TLS und die Feldgeräte. Es wird vollständig geprüft und erst verwendet, wenn eine Verbindung damit gelingt; sonst bleibt alles, wie es ist. Unter den Namen des Zertifikats ist das Gerät danach erreichbar. Ein Zertifikat, das Sie hochladen, müssen Sie auch selbst erneuern.",
    ...keyUploadTexts,
    submit: "Prüfen und verwenden",
    done: "Das Zertifikat wurde geprüft und ist in Gebrauch.",
    file: chooseCertificate("Server-Zertifikat auswählen"),
  },
  server: {
    root: "Root-Zertifikat",
    server: "Server-Zertifikat",
    fields: {
      subject: "Antragsteller",
      issuer: "Aussteller",
      validStart: "Gültig ab",
      validEnd: "Gültig bis",
      fingerprint: "Fingerabdruck (SHA-256)",
    },
    none: "Das Zertifikat wird gerade erzeugt.",
    idle: "nicht in Gebrauch",
    download: "Root-Zertifikat herunterladen",
    generate: "Neue TLS-Zertifikate erzeugen",
    generateTitle: "Neue TLS-Zertifikate erzeugen",
    generateConfirm: "Neu erzeugen",
    generateQuestion:
      "Sollen neue TLS-Zertifikate erzeugt werden? Die vorhandenen Zertifikate werden unwiderruflich gelöscht.",
    generateNote:
      "Jeder Browser und jedes Programm, das dem bisherigen Root-Zertifikat vertraut, muss danach dem neuen vertrauen.",
    doneTitle: "Die neuen Zertifikate sind aktiv",
    doneIntro: "So vertrauen Ihre Browser und Programme dem Gerät wieder:",
    steps: [
      "Laden Sie das neue Root-Zertifikat herunter.",
      "Vergleichen Sie beim Importieren den Fingerabdruck mit dem, der hier steht.",
      "Nehmen Sie es in die vertrauenswürdigen Stammzertifikate des Betriebssystems oder Browsers auf, und entfernen Sie das alte.",
      "Laden Sie diese Seite neu. Erscheint eine Warnung, ist das neue Zertifikat in diesem Browser noch nicht aufgenommen.",
    ],
    close: "OK",
    renewal:
      "Das Server-Zertifikat wird vor seinem Ende und bei neuen Namen oder Adressen von selbst erneuert; das Root-Zertifikat bleibt dabei dasselbe.",
  },
};
