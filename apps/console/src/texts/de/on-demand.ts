/** Parts of a page that are loaded when they are wanted. */
export const onDemandTexts = {
  unavailable:
    "Dieser Teil der Konsole ließ sich nicht laden. Versuchen Sie es noch einmal, oder laden Sie die Seite neu, sobald das Gerät erreichbar ist.",
};
