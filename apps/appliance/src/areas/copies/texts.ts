/** What people read of the area copies. */
export const texts = {
  noSetting: "Diese Einstellung lässt sich lesen, oder es gibt sie nicht mehr.",
  ofNewerVersion: "stammen von einer neueren Version",
  unreadable: "lassen sich nicht lesen",
  kept: (setting: string, why: string) =>
    `Die gespeicherten Einstellungen „${setting}“ ${why}. Bis Sie darüber entscheiden, gelten die Voreinstellungen, und nichts wird überschrieben.`,
  damaged: "war beschädigt und wurde ersetzt",
  missing: "fehlte und wurde neu angelegt",
  emptied: "war leer und wurde neu angelegt",
  checkSettings: "Bitte prüfen Sie die Einstellungen.",
  lost: (how: string, offer: string) => `Die Datenbank der Einstellungen ${how}. ${offer}`,
  noCopy:
    "Von den Einstellungen lässt sich zurzeit keine Kopie machen. Den Grund nennt das Ereignis-Protokoll.",
  copyFailed: (reason: string) => `Die Einstellungen konnten nicht kopiert werden: ${reason}`,
  restorable: (day: string) => `Die Kopie vom ${day} kann wiederhergestellt werden.`,
};
