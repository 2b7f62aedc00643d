/** What people read of the area trace. */
export const texts = {
  noChannel: (chan: string) => `Den Channel „${chan}“ gibt es im Projekt nicht.`,
  endBeforeStart: "Das Ende muss nach dem Anfang liegen.",
  /** Of why a value is as it is, for who is kept to some channels. */
  outside: {
    step: "Weiter außerhalb Ihres Bereichs",
    cause: "Die Ursache liegt außerhalb Ihres Bereichs",
    source: "Gültig: kommt von außerhalb Ihres Bereichs",
    byScript: "Ein Skript des Projekts",
    script: "Ein Skript des Projekts arbeitet nicht, wie es soll",
    mend: "Sagen Sie es der Person, die das Projekt betreut.",
  },
};
