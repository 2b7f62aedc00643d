/** What people read of the launcher and the changeover. */
export const texts = {
  putBackByOthers:
    "Das Gerät ist von selbst zur Version davor zurückgekehrt, weil die neue nicht bestätigt wurde.",
  changeoverUnreadable: "changeover.json ist nicht lesbar und bleibt unbeachtet.",
  useless: "Der neue Stand ist nicht brauchbar.",
  crashed: (name: string, times: number, how: string) =>
    `„${name}“ ist ${times} Mal unerwartet beendet (${how}).`,
  restartedOften: "Das Gerät ist während der Probe mehrmals neu gestartet.",
  notReadyAfter: (seconds: number) =>
    `Das Gerät war ${seconds} Sekunden nach dem Start nicht betriebsbereit.`,
  damaged: (name: string) => `${name} ist beschädigt`,
  noReleaseName: "kein Name einer Version",
  incomplete: (version: string | null, wrong: string) =>
    `Version ${version} ist nicht vollständig: ${wrong}.`,
  notTheOneBefore: (version: string) => `Version ${version} ist nicht die, die zuvor lief.`,
  runs: (sentence: string, version: string) => `${sentence} Es läuft Version ${version}.`,
  silent: "antwortete nicht mehr",
  stoodStill: (seconds: number) => `Das Gerät stand ${seconds} s still.`,
  folderOfOthers: (folder: string) =>
    `${folder} gehört einem anderen Benutzer oder ist für andere beschreibbar.`,
  alreadyRuns: (folder: string) => `Hubwart läuft bereits mit den Daten in ${folder}.`,
  ready: (product: string, address: string) => `${product} ist bereit: ${address}`,
  crashedRestart: (name: string, how: string) =>
    `${name} ist unerwartet beendet (${how}) und wird neu gestartet.`,
  beforeAgain: (reason: string) => `Der vorherige Stand gilt wieder: ${reason}`,
  isMissing: (what: string) => `${what} fehlt`,
};
