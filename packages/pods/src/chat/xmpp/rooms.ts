/** The rooms that the pod is in (XEP-0045), entered when there is something to say. */
import { bareOf } from "./account.ts";
import { child, type Element, escaped, NS } from "./element.ts";
import { whyOf } from "./fault.ts";
import { texts } from "./texts.ts";

interface Entry {
  /** Why the pod is not in the room, in German; undefined once it is. */
  refusal: string | undefined;
}

interface Room {
  nick: string;
  attempts: number;
  entry: Promise<Entry>;
  settle: (entry: Entry) => void;
}

const MOST_NICKS = 5;
const STATUS = { self: "110", created: "201" };

export class Rooms {
  readonly #nick: string;
  readonly #send: (xml: string) => void;
  readonly #rooms = new Map<string, Room>();

  constructor(nick: string, send: (xml: string) => void) {
    this.#nick = nick;
    this.#send = send;
  }

  async enter(address: string): Promise<Entry> {
    const known = this.#rooms.get(address);
    if (known) return await known.entry;
    let settle: Room["settle"] = () => undefined;
    const entry = new Promise<Entry>((resolve) => (settle = resolve));
    const room: Room = { nick: this.#nick, attempts: 0, entry, settle };
    this.#rooms.set(address, room);
    this.#ask(address, room);
    return await entry;
  }

  /** To be entered anew. */
  left(address: string): void {
    this.#rooms.delete(address);
  }

  /** Whether this is the pod itself in a room. */
  isOwn(from: string): boolean {
    const address = bareOf(from);
    const room = this.#rooms.get(address);
    return room !== undefined && from === `${address}/${room.nick}`;
  }

  tookPresence(stanza: Element): void {
    const from = stanza.attributes.get("from") ?? "";
    const address = bareOf(from);
    const room = this.#rooms.get(address);
    if (!room) return;
    const type = stanza.attributes.get("type");
    if (type === "error") {
      this.#refused(address, room, child(stanza, "error", NS.client));
      return;
    }
    const codes =
      child(stanza, "x", NS.mucUser)?.children.map(({ attributes }) => attributes.get("code")) ?? [];
    if (!codes.includes(STATUS.self) && !this.isOwn(from)) return;
    if (type === "unavailable") this.left(address);
    else if (codes.includes(STATUS.created)) this.#leave(address, room);
    else {
      // The room may have given the pod another name.
      room.nick = from.slice(address.length + 1);
      room.settle({ refusal: undefined });
    }
  }

  #refused(address: string, room: Room, error: Element | undefined): void {
    room.attempts += 1;
    const taken = child(error, "conflict", NS.stanzaErrors) !== undefined;
    if (taken && room.attempts < MOST_NICKS) {
      room.nick = `${this.#nick}-${room.attempts + 1}`;
      this.#ask(address, room);
      return;
    }
    this.left(address);
    room.settle({ refusal: texts.notAdmitted(address, whyOf(error, NS.stanzaErrors)) });
  }

  /** Who enters a room that is not there has opened it; a mistyped address must not become a room nobody is in. */
  #leave(address: string, room: Room): void {
    this.#send(`<presence type="unavailable" to="${escaped(`${address}/${room.nick}`)}"/>`);
    this.left(address);
    room.settle({ refusal: texts.noSuchRoom(address) });
  }

  #ask(address: string, { nick }: Room): void {
    const to = escaped(`${address}/${nick}`);
    this.#send(`<presence to="${to}"><x xmlns="${NS.muc}"><history maxstanzas="0"/></x></presence>`);
  }
}
