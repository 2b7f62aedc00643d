/** What people read of a licence that does not count. */
export const texts = {
  noFingerprint: "Der Fingerabdruck des Geräts konnte nicht erstellt werden.",
  none: "Es ist keine Lizenz vorhanden.",
  damaged: "Die Lizenz ist beschädigt oder nicht vom Hersteller unterschrieben.",
  otherDevice: "Die Lizenz gilt für ein anderes Gerät.",
  expired: "Die Lizenz ist abgelaufen.",
};
