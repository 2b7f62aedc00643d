/**
 * Downloads that the browser itself stores, so that a large file never sits in the page's memory:
 *
 *     await downloadWithTicket("/project/download", { src: "backup" }, password);
 *
 * The address carries a single-use ticket of 30 s in place of the token; a password travels in the body of the call
 * that buys the ticket. What the appliance refuses (a wrong password, say) is thrown here, before any download starts.
 */
import { ticket } from "@hubwart/contract";
import { callApi } from "./client.ts";

export async function downloadWithTicket(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  password?: string,
): Promise<void> {
  const bought = await callApi(ticket, {
    body: { path, parameters: { ...parameters }, ...(password === undefined ? {} : { password }) },
  });
  const link = document.createElement("a");
  link.href = bought.path;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
