/** What people read of the backups of sites. */
export const texts = {
  noBackup: "Die Datei ist keine Sicherung.",
  notEncrypted: "Die Datei ist nicht mit einem Passwort verschlüsselt, obwohl ihr Name es sagt.",
  wrongPassword: "Mit dem hinterlegten Passwort lässt sich die Sicherung nicht öffnen.",
  costly: "Die Verschlüsselung dieser Datei ist aufwendiger, als die Zentrale sie annimmt.",
  tooHeavy: "Die Prüfung der Sicherung dauerte zu lange oder brauchte zu viel Speicher.",
  changedHere: "Die Datei hat sich auf der Platte der Zentrale verändert.",
  missingHere: "Die Datei fehlt auf der Platte der Zentrale.",
  unreadableHere: "Die Datei lässt sich auf der Platte der Zentrale nicht lesen.",
  removedHere: "Diese Sicherung wurde in der Zentrale entfernt.",
  otherContent: "Unter diesem Namen liegt in der Zentrale schon eine andere Sicherung.",
  tooOld: "Die Zentrale hat schon genug neuere Sicherungen dieses Standorts.",
  stillRead: "Die Zentrale sieht diese Sicherung gerade durch.",
  full: (gigabytes: number) =>
    `Die Sicherungen aller Standorte belegen in der Zentrale schon fast ${gigabytes}\u00a0GB. Mehr ist nicht erlaubt (HUBWART_CENTRAL_BACKUP_GB).`,
  tooLarge:
    "Diese Sicherung ist größer als ein Viertel dessen, was alle zusammen haben (HUBWART_CENTRAL_BACKUP_GB).",
  noRoom: "Auf der Platte der Zentrale ist nicht genug Platz für diese Sicherung.",
  gone: "Diese Sicherung gibt es in der Zentrale nicht.",
  noPassword: "Für diese Sicherung hat der Standort kein Passwort hinterlegt.",
  sealed: "Das hinterlegte Passwort lässt sich nicht mehr lesen.",
  ticketOver: "Dieser Download gilt nicht mehr. Bitte noch einmal beginnen.",
  manyDownloads: "Es werden gerade zu viele Sicherungen heruntergeladen. Bitte später noch einmal.",
};
