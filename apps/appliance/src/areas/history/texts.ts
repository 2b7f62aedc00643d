/** What people read of the area history. */
export const texts = {
  notSaved: (reason: string) => `Verlauf nicht gesichert: ${reason}`,
  ofDevice: (reason: string) => `Verlauf des Geräts: ${reason}`,
  noneOfPod: "Zu diesem Pod gibt es keinen Verlauf.",
};
