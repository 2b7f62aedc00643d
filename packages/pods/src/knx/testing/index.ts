/** What tests of other packages need of KNX. */
export { searchAnswer, type TestDevice } from "./description.ts";
export { ETS4, ETS5, ETS6, etsFile } from "./ets-file.ts";
export { makeKeyring } from "./keyring.ts";
export { groupWrite, sealedWrite } from "./sealed.ts";
export { type KnxServer, startKnxServer } from "./server.ts";
