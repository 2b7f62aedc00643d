/** What a hub loads once it shares files. */
export { FileFeed } from "./file-feed.ts";
export { fileWire } from "./file-wire.ts";
