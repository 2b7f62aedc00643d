/**
 * What the appliance needs of KNX: the search for interfaces, checking a keyring, what it is called when handed over, and trace
 * files.
 */
export { type FoundDevice, type SearchResult, searchDevices } from "./discovery/search.ts";
export { KEYRING_BYTES, KeyringError } from "./secure/keyring.ts";
export {
  type KeyringFacts,
  type KeyringQuestion,
  keyringFacts,
  keyringFactsInChild,
} from "./secure/keyring-facts.ts";
export type { KeyringUse } from "./secure/keyring-use.ts";
export { keyringName, removeKeyring, storedParts, storeKeyring } from "./secure/stored.ts";
export { ETS_TRACE_HEAD, ETS_TRACE_TAIL, etsTelegram } from "./trace/ets-xml.ts";
export { isWholeCapture, pcapHead, telegramPacket } from "./trace/pcap.ts";
export { individualText } from "./wire/address.ts";
