/** What people read of addresses and network adapters. */
export const texts = {
  ipOrNothing: "Erlaubt ist eine IPv4-Adresse, zum Beispiel 192.168.1.10, oder nichts.",
  mask: "Erlaubt ist eine Netzmaske, zum Beispiel 255.255.255.0 oder /24.",
  hostName:
    "Erlaubt sind 1 bis 63 Buchstaben, Ziffern und Bindestriche; am Anfang und Ende kein Bindestrich.",
  server: "Erlaubt ist ein Name oder eine Adresse, zum Beispiel de.pool.ntp.org.",
  adapterTwice: (adapter: string) => `Der Adapter ${adapter} kommt doppelt vor.`,
  firstIsActive: "Der erste Adapter ist immer aktiv.",
  addressTaken: (address: string, adapter: string) =>
    `Die Adresse ${address} ist schon beim Adapter ${adapter} eingetragen.`,
  noServer: "Diese Adresse kann kein Server haben.",
  maskMissing: "Ohne DHCP wird eine Netzmaske gebraucht, zum Beispiel 255.255.255.0.",
  addressMissing: "Ohne DHCP wird eine Adresse gebraucht, zum Beispiel 192.168.1.10.",
  noDevice: "Diese Adresse kann kein Gerät haben.",
  netOrBroadcast: "Diese Adresse bezeichnet das Netz selbst oder alle Geräte darin.",
  gatewayOutside: (net: string, bits: number) => `Das Gateway muss im Netz ${net}/${bits} liegen.`,
  gatewayIsDevice: "Das Gateway kann nicht die Adresse des Geräts selbst sein.",
};
