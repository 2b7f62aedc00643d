/** What tests of other packages need of KNX. */
export { searchAnswer } from "./description.ts";
export { ETS6, etsFile } from "./ets-file.ts";
export { makeKeyring } from "./keyring.ts";
export { groupWrite, sealedWrite } from "./sealed.ts";
export { type KnxServer, startKnxServer } from "./server.ts";
