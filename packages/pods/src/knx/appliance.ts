/**
 * What the appliance needs of KNX: the search for interfaces, checking a keyring, what it is called when handed over, and trace
 * files.
 */
export { type FoundDevice, type SearchResult, searchDevices } from "./discovery/search.ts";
export { KEYRING_BYTES, KeyringError, readKeyring } from "./secure/keyring.ts";
export { keyringName, removeKeyring, storedKeyring, storeKeyring } from "./secure/stored.ts";
export { ETS_TRACE_HEAD, ETS_TRACE_TAIL, etsTelegram } from "./trace/ets-xml.ts";
export { isWholeCapture, pcapHead, telegramPacket } from "./trace/pcap.ts";
export { individualText } from "./wire/address.ts";
