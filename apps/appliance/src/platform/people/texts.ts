/** What people read about people who sign in. */
import type { Level } from "@hubwart/contract";

const role: Readonly<Record<Level, string>> = {
  see: "Betrachter",
  operate: "Bediener",
  engineer: "Integrator",
  admin: "Administrator",
};

export const texts = {
  role,
  called: (name: string) => `Person „${name}“`,
  mostPeople: (most: number) => `Es sind schon ${most} Personen angelegt; mehr sind nicht möglich.`,
  nameTaken: "Diesen Namen gibt es schon. Bitte wählen Sie einen anderen.",
  unboundedRole:
    "Nur Betrachter und Bediener lassen sich auf Channels beschränken. Wählen Sie eine dieser Rollen, oder heben Sie die Beschränkung auf.",
  noPerson: "Diese Person gibt es nicht mehr.",
  noInvitation: "Dieser Link gilt nicht mehr. Bitten Sie einen Administrator um einen neuen.",
  lastAdministrator:
    "Das geht nicht: Danach könnte sich kein Administrator mehr anmelden. Geben Sie zuerst einer anderen Person diese Rolle.",
  ownAccount:
    "Den eigenen Zugang können Sie nicht sperren oder entfernen und die eigene Rolle nicht ändern. Das macht ein anderer Administrator.",
  factorFirst:
    "Richten Sie zuerst Ihre eigene zweite Stufe der Anmeldung ein, sonst wären Sie selbst ausgesperrt.",
  factorMissing:
    "Ihr Zugang verlangt eine zweite Stufe der Anmeldung, es ist aber keine eingerichtet. Bitten Sie einen Administrator um einen neuen Link.",
  ofDirectory:
    "Diese Person meldet sich über den Verzeichnisdienst an. Name, Rolle und Passwort werden dort gepflegt; hier lässt sie sich sperren oder entfernen.",
  ofSite: (name: string) =>
    `„${name}“ gibt es an diesem Standort schon; die Zentrale ändert nur, wen sie selbst angelegt hat.`,
  ofCentral:
    "Diese Person wird von der Zentrale verwaltet. Name und Rolle kommen von dort; hier lässt sie sich sperren oder entfernen.",
  aboveLeave: (role: string) => `Mehr als ${role} erlaubt dieser Standort der Zentrale nicht.`,
  lockedHere: (name: string) => `„${name}“ ist an diesem Standort gesperrt. Das hebt nur der Standort auf.`,
  ownerStays: "Das Passwort des Geräts ändert nur, wer an diesem Standort selbst Administrator ist.",
  notForTokens: "Mit einem Token geht das nicht. Bitte melden Sie sich an.",
};
