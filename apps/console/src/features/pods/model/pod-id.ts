/** Pod ids are `{type}.{name}`. */
import { podsTexts } from "../../../texts/index.ts";

export function podType(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(".")));
}

export const podName = (id: string): string => id.slice(id.indexOf(".") + 1);

/** Whether an address `/pods/{type}/{id}` can name a pod at all. */
export function isPodAddress(type: string, id: string): boolean {
  return Object.hasOwn(podsTexts.types, type) && podType(id) === type && podName(id) !== "";
}

/** Parameters of the addresses of a pod's pages. */
export const podParams = (id: string): { type: string; id: string } => ({ type: podType(id), id });

/** Pattern of all data channels of a pod, as `/trace` and the stream take it. */
export const channelPattern = (id: string): string => `${id}.*`;

/** Arguments that a shell would take apart or interpret are put in quotes. */
const quoted = (text: string): string =>
  /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** How an administrator reads a pod's token on the device. */
export const tokenCommand = (tokenFile: string): string => `sudo cat ${quoted(tokenFile)}`;

/** How an external pod is started on the device. */
export function startCommand(id: string, tokenFile: string, socket: string): string {
  return `npx hubwart pod run ${id} --token-file ${quoted(tokenFile)} --socket ${quoted(socket)}`;
}
