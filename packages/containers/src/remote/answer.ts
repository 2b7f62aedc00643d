/** A request of `verbs.ts` → the verb of `AddOns`. */
import { unreachable } from "@hubwart/core";
import type { AddOns } from "../addons/add-ons.ts";
import type { AddOnId } from "../catalogue/ids.ts";
import { ADD_ON_CHUNK, type AddOnNews, type AddOnRequest } from "./verbs.ts";

export interface AnswerParts {
  addOns: AddOns;
  /** Resolves as soon as the other end can take more. */
  tell: (news: AddOnNews) => Promise<void>;
  /** Aborts when the other end is gone. */
  signal: AbortSignal;
  /** What follows the request; fails if it ends too early. */
  given: AsyncIterable<Uint8Array>;
}

/** @returns what the answer carries */
export async function answerAddOn(request: AddOnRequest, parts: AnswerParts): Promise<unknown> {
  const { addOns, tell, signal, given } = parts;
  switch (request.verb) {
    case "overview":
      return addOns.overview();
    case "watch":
      return addOns.watch(signal, (changed) => void tell({ changed }));
    case "trust":
      return addOns.trust(request.authorities);
    case "state":
      return addOns.state(request.id);
    case "has-image":
      return addOns.hasImage(request.id);
    case "pull":
      return addOns.pull(request.id, (progress) => void tell({ progress }), signal);
    case "start":
      return addOns.start(request.id, request.parameters, { keep: request.keep ?? false });
    case "stop":
      return addOns.stop(request.id);
    case "apply":
      return addOns.apply(request.id, request.parameters);
    case "await-healthy":
      return addOns.awaitHealthy(request.id);
    case "set-aside":
      return addOns.setAside(request.id);
    case "put-back":
      return addOns.putBack(request.id);
    case "drop-aside":
      return addOns.dropAside(request.id);
    case "reset":
      return addOns.reset(request.id);
    case "save":
      for await (const bytes of addOns.save(request.id, request.args, signal)) {
        for (let at = 0; at < bytes.length; at += ADD_ON_CHUNK) {
          signal.throwIfAborted();
          await tell({ chunk: Buffer.from(bytes.subarray(at, at + ADD_ON_CHUNK)).toString("base64") });
        }
      }
      return undefined;
    case "load":
      return addOns.load(request.id, request.args, given);
    case "command":
      return addOns.command(request.id, request.name, request.args);
    case "logs": {
      const { id, tail, follow, since } = request;
      for await (const line of addOns.logs(id, { tail, follow, since, signal })) await tell({ line });
      return undefined;
    }
    default:
      return unreachable(request);
  }
}

/** Verbs that change an add-on follow one another, however many ask. */
export class AddOnLanes {
  readonly #last = new Map<AddOnId, Promise<unknown>>();

  run<T>(id: AddOnId, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(
      id,
      mine.catch(() => undefined),
    );
    return mine;
  }
}
