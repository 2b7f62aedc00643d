/** What people read of the appliance as a whole, and of several areas in the same words. */
export const common = {
  watchValues: "Werte beobachten",
  noFile: "Es wurde keine Datei gesendet.",
  prometheusToken: "Token für Prometheus",
  hubAway: "Der Hub ist zurzeit nicht erreichbar.",
  noLauncher: "Das ist nicht möglich, weil Hubwart ohne seinen Startprozess läuft.",
  noRestart:
    "Ein Neustart ist nicht möglich, weil Hubwart ohne seinen Startprozess läuft. Bitte starten Sie es von Hand neu.",
  reachable: (url: string) => `Die Verwaltung ist unter ${url} erreichbar.`,
  handover: (pod: string, reason: string) => `Übergabe an ${pod}: ${reason}`,
  pleaseSignIn: "Bitte melden Sie sich an.",
  wrongFilePassword: "Das Passwort der Datei ist falsch.",
  passwordExists: "Es ist bereits ein Passwort eingerichtet.",
  consolePassword: "Passwort der Konsole",
};
