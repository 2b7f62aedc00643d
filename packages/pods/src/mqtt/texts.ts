/** What people read of MQTT pods. */
export const texts = {
  signedIn: "Der Pod ist am Broker angemeldet.",
  checkCancelled: "Die Prüfung wurde abgebrochen.",
  signInAccepted: "Der Broker nimmt die Anmeldung an.",
  tooManyBytes: (size: number, most: number) =>
    `Die Nachricht ist mit ${size} Byte zu groß; erlaubt sind ${most}`,
  connectedTo: (target: string) => `verbunden mit ${target}`,
  birthRefused: (topic: string, reason: string) =>
    `Der Broker nimmt die Geburtsnachricht unter „${topic}“ nicht an: ${reason}`,
  andMore: (first: string, more: number) => `${first} (und ${more} weitere)`,
  nothingAt: (pointer: string) => `In der Nachricht gibt es kein „/${pointer}“`,
  receiveOnly: "Dieser Channel ist nur zum Empfangen da",
  valueUnanswered: "Der Broker bestätigt diesen Wert nicht",
  valuesStuck: "Der Broker bestätigt zu viele Werte nicht",
  hangsUpAtValue: "Der Broker beendet die Verbindung, sobald dieser Wert gesendet wird",
  topicUnanswered: (topic: string) => `Der Broker bestätigt Werte für „${topic}“ nicht`,
  topicLater: (topic: string, reason: string) =>
    `Der Broker nimmt Werte für „${topic}“ erst später an: ${reason}`,
  messageRefused: (reason: string) => `Der Broker nimmt die Nachricht nicht an: ${reason}`,
  tooLargeForBroker: "Die Nachricht ist dem Broker zu groß",
  subscriptionsSilent: "Der Broker antwortet nicht auf die Abonnements",
  someSubscriptionsSilent: "Der Broker antwortet nicht auf alle Abonnements",
  subscriptionUnanswered: (filter: string) => `Der Broker beantwortet das Abonnement von „${filter}“ nicht`,
  hangsUpAtSubscription: (filter: string) =>
    `Der Broker beendet die Verbindung beim Abonnement von „${filter}“`,
  subscriptionRefused: (filter: string, reason: string) =>
    `Der Broker lehnt das Abonnement von „${filter}“ ab: ${reason}`,
  hashMisplaced: "„#“ darf nur allein als letzte Ebene des Topics stehen",
  plusMisplaced: "„+“ muss eine ganze Ebene des Topics sein",
  topicEmpty: "Das Topic ist leer",
  topicWithNull: "Das Topic enthält ein Nullzeichen",
  topicTooLong: "Das Topic ist länger als 65535 Byte",
  wildcardsWhenSending: "Platzhalter (+ und #) sind beim Senden nicht erlaubt",
  noWebSocket: (target: string, path: string, status: number) =>
    `${target} nimmt unter „${path}“ keinen WebSocket an (HTTP ${status})`,
  noMqttOverWebSocket: (target: string, path: string) =>
    `${target} bietet unter „${path}“ kein MQTT über WebSocket`,
};
