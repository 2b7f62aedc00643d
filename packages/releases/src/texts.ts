/** What people read of releases: on the device, and where they are published. */
export const texts = {
  otherAnswer: (host: string) =>
    `${host} antwortet mit etwas anderem, vielleicht mit der Anmeldeseite eines Netzwerks`,
  httpStatus: (host: string, status: number) => `${host} antwortet mit dem HTTP-Status ${status}`,
  serviceSilent: "Der Gerätedienst für Versionen antwortet nicht.",
  keyNotThere: (role: string, folders: readonly string[]) =>
    `Der Schlüssel der Rolle „${role}“ liegt nicht in ${folders.join(" oder ")}. Bitte mit --keys angeben.`,
  notTheKey: (file: string, role: string) => `${file} ist kein Schlüssel der Rolle „${role}“.`,
  locked: "Das Repository wird gerade von einem anderen Vorgang geändert.",
  exists: "Hier gibt es bereits ein Repository für Versionen.",
  otherContent: (version: string, arch: string, channel: string) =>
    `${version} für ${arch} gibt es in „${channel}“ schon mit anderem Inhalt. Bitte eine neue Version vergeben.`,
  notOffered: (version: string) => `${version} wird nicht angeboten.`,
  notOfferedIn: (version: string, channel: string) => `${version} wird in „${channel}“ nicht angeboten.`,
  notARelease: (archive: string, reason: string) =>
    `${archive} ist keine Version, die ein Gerät annimmt (${reason}).`,
  tooMany: "Es werden zu viele Versionen angeboten. Bitte alte zurückziehen.",
  noRepository: "Hier gibt es noch kein Repository. Bitte zuerst „release create“ aufrufen.",
  tooSlow: (host: string) => `${host} antwortet zu langsam`,
};
