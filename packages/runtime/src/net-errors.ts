/** What went wrong on the network, as pods say it. */
export { address, netErrorText } from "@hubwart/core";
