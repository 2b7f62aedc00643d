/** What people read of the area knx. */
export const texts = {
  noLog: "Diese Datei gibt es nicht.",
  noInterface: "Diese KNX-Schnittstelle gibt es im laufenden Projekt nicht.",
  givePassword: "Geben Sie das Passwort des Keyrings ein.",
  noKeyring: "Die Datei ist kein Keyring der ETS (.knxkeys).",
  interfaceOff: "Die KNX-Schnittstelle ist deaktiviert: Ihr Pod läuft nicht.",
  podOff: "Der Pod dieser Schnittstelle läuft zurzeit nicht.",
};
