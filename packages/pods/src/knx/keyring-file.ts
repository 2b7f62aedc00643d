/** What the appliance needs of KNX: checking a keyring, what it is called when handed over, and capture files. */
export { KEYRING_BYTES, KeyringError, readKeyring } from "./secure/keyring.ts";
export { keyringName } from "./secure/names.ts";
export { pcapHead, telegramPacket } from "./trace/pcap.ts";
