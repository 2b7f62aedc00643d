/** What people read of the area system. */
export const texts = {
  restartHub: "Hub neu starten",
  request: "Neustart anfordern",
  awaitHub: "Auf den Hub warten",
  restartSystem: "System neu starten",
  awaitRestart: "Auf den Neustart warten",
  rebootDevice: "Gerät neu starten",
  notRestarted: "Es wurde nicht neu gestartet.",
  hubSilent: "Der Hub meldet sich nach dem Neustart nicht.",
};
