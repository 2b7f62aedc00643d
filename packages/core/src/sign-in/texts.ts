/** What people read of the code besides the password, at a hub and at a central. */
export const texts = {
  codeNeeded: "Das Passwort stimmt. Bitte geben Sie den Code der zweiten Stufe ein.",
  wrongCode: "Der Code stimmt nicht oder wurde schon verwendet.",
  codesLocked: (seconds: number) =>
    `Zu viele falsche Codes. In ${seconds} Sekunden ist ein erneuter Versuch möglich; ein Wiederherstellungscode gilt sofort.`,
  factorOn: "Die zweite Stufe der Anmeldung ist schon eingeschaltet.",
  factorOff: "Die zweite Stufe der Anmeldung ist nicht eingeschaltet.",
  nothingToConfirm: "Es gibt keinen Schlüssel mehr zu bestätigen. Bitte beginnen Sie von vorn.",
  recoveryUsed: (left: number) => `Ein Wiederherstellungscode wurde verwendet; übrig sind ${left}.`,
  codeRefused: (address: string) => `Anmeldung von ${address}: Das Passwort war richtig, der Code falsch.`,
  factorDemanded: "Ihre Rolle verlangt die zweite Stufe der Anmeldung; sie lässt sich nicht ausschalten.",
};
