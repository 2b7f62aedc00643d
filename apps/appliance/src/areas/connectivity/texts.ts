/** What people read of the area connectivity. */
export const texts = {
  notRecognized: (name: string) => `Der ${name} ist erreichbar, erkennt dieses Gerät aber nicht an.`,
  unreachable: (name: string) => `Der ${name} ist nicht erreichbar.`,
};
