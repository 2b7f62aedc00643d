/** What people read of the area forwarding. */
export const texts = {
  lost: "Der Stand der Weiterleitung war nicht lesbar; wartende Dokumente gehen verloren.",
  unsaved: "Der Stand der Weiterleitung ließ sich nicht sichern",
  choosePod: "Bitte wählen Sie einen Pod.",
  givePath: "Bitte geben Sie einen Pfad an, zum Beispiel /hub/state.",
  giveTopic: "Bitte geben Sie ein Topic an.",
  giveBucket: "Bitte geben Sie eine Datenbank (Bucket) an.",
  failing: (target: string, reason: string) =>
    `Die Weiterleitung des Status an ${target} gelingt nicht: ${reason}`,
  notActive: "Dieses Ziel ist nicht aktiv.",
  beingSent: "An dieses Ziel wird gerade gesendet.",
  noPod: "Es ist kein Pod gewählt.",
  podNotOfProject: (pod: string) => `Der Pod „${pod}“ gehört nicht zum aktiven Projekt.`,
  podAccepted: (pod: string) => `Der Pod „${pod}“ hat das Dokument angenommen (HTTP 200).`,
  podHasNoInterface: (pod: string) => `Der Pod „${pod}“ hat keine Schnittstelle.`,
  noBucket: "Es ist keine Datenbank (Bucket) angegeben.",
  written: (version: string, bucket: string) =>
    `InfluxDB ${version} hat das Dokument in „${bucket}“ geschrieben (HTTP 204).`,
  tokenRefused: "Das Token wird nicht angenommen oder darf nicht schreiben",
  noSuchBucket: "Organisation oder Datenbank (Bucket) gibt es nicht",
  refused: "Das Dokument wurde abgelehnt",
  noTopic: "Es ist kein Topic angegeben.",
  brokerAccepted: (topic: string) => `Der Broker hat das Dokument unter „${topic}“ angenommen.`,
  podRefused: (pod: string, status: number, why: string) =>
    `Der Pod „${pod}“ hat das Dokument abgelehnt (HTTP ${status})${why === "" ? "." : `: ${why}`}`,
  podOff: (pod: string, why: string | undefined) =>
    `Der Pod „${pod}“ läuft nicht${why === undefined ? "." : `: ${why}`}`,
  documentLost: (reason: string) => `Ein Statusdokument ging verloren: ${reason}`,
};
