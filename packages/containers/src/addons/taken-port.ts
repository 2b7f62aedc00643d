/**
 * Why the engine says of a port that it is allocated: that is its own book, in memory; a program that merely listens there is
 * "address already in use". Docker killed in the middle of a container's start restores the endpoint's port when it is back, removes
 * the endpoint and forgets the port (moby/libnetwork issue 1790). Nothing that its API offers gives the port back: not a new
 * container, not a new network. Detached from its network the container would start, without any network at all.
 */
import { type Engine, EngineError } from "../engine.ts";
import { texts } from "../texts.ts";

const ALLOCATED = /Bind for \S+:(\d{1,5}) failed: port is already allocated/;

/** The same error, or one that says who has the port and what helps. */
export async function takenPortError(engine: Engine, error: EngineError): Promise<EngineError> {
  const [, text] = ALLOCATED.exec(error.message) ?? [];
  if (text === undefined) return error;
  const port = Number(text);
  let holder: string | undefined;
  try {
    holder = await engine.holderOf(port);
  } catch {
    // An engine that went away meanwhile says nothing: its first word stands.
    return error;
  }
  const message = holder === undefined ? texts.portHeldByEngine(port) : texts.portHeldBy(port, holder);
  return new EngineError(message, error.status, { cause: error });
}
