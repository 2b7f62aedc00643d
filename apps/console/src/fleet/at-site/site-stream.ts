/** Live data of a site: fetched piece by piece through the central, and read as the stream of a device. */
import { stream } from "@hubwart/contract";
import { newId } from "../../lib/new-id.ts";
import { responseOf, type Told } from "./site-answer.ts";

/** ms between two questions; the device ends what nobody asks for within ten seconds. */
const EVERY = 1_000;

/** @param ask for what came since, by the name of the stream. @returns once the first piece is here, or the refusal */
export async function siteStream(
  ask: (watch: string) => Promise<Told>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const watch = newId() + newId();
  const first = await ask(watch);
  if (first.status !== 200) return responseOf(stream, first);
  const encoder = new TextEncoder();
  let told = first;
  let fresh = true;
  const pull = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    while (told.status === 200) {
      if (!fresh) {
        await pause(signal);
        told = await ask(watch);
      }
      fresh = false;
      if (told.status === 200 && told.answer !== "") return to.enqueue(encoder.encode(String(told.answer)));
    }
    to.close();
  };
  return new Response(new ReadableStream({ pull }), { headers: { "content-type": "text/event-stream" } });
}

/** @throws what the signal was aborted with */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, EVERY));
  signal?.throwIfAborted();
}
