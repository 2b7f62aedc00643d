/** What an interface needs for KNX Secure, from the files and secrets that the appliance hands over. */
import { errorText } from "@hubwart/core";
import { LinkError } from "@hubwart/knx/link/link";
import { deviceKey, userKey } from "@hubwart/knx/secure/crypto";
import { DataSecure } from "@hubwart/knx/secure/data-secure";
import type { Keyring, Tunnel } from "@hubwart/knx/secure/keyring";
import { SequenceStore } from "@hubwart/knx/secure/sequences";
import type { Credentials } from "@hubwart/knx/secure/session";
import { storedKeyring } from "@hubwart/knx/secure/stored";
import { individualText, parseIndividual } from "@hubwart/knx/wire/address";
import type { PodContext } from "@hubwart/runtime/pod";
import { texts } from "../texts.ts";

export class SecureSetup {
  readonly keyring: Keyring;
  readonly sequences: SequenceStore;
  /** Undefined if the keyring has no secure group addresses. */
  readonly data: DataSecure | undefined;
  readonly #credentials = new Map<Tunnel, Promise<Credentials>>();
  #attempt = -1;

  constructor(keyring: Keyring, sequences: SequenceStore) {
    this.keyring = keyring;
    this.sequences = sequences;
    this.data = keyring.groupKeys.size === 0 ? undefined : new DataSecure(keyring.groupKeys, sequences);
  }

  /**
   * The tunnel to be used: the one with the wanted address, otherwise each in turn, one per attempt.
   *
   * @throws LinkError
   */
  async tunnel(wanted: string | undefined): Promise<{ tunnel: Tunnel; credentials: Credentials }> {
    const usable = this.keyring.tunnels.filter(
      ({ userId, password }) => userId !== undefined && password !== undefined,
    );
    const address = parseIndividual(wanted ?? "");
    const fitting = address === undefined ? usable : usable.filter((tunnel) => tunnel.address === address);
    this.#attempt += 1;
    const tunnel = fitting[this.#attempt % Math.max(1, fitting.length)];
    if (!tunnel) {
      throw new LinkError(
        address === undefined ? texts.noSecureTunnel : texts.noSecureTunnelWith(individualText(address)),
      );
    }
    let credentials = this.#credentials.get(tunnel);
    if (!credentials) {
      credentials = credentialsOf(tunnel);
      this.#credentials.set(tunnel, credentials);
    }
    return { tunnel, credentials: await credentials };
  }
}

async function credentialsOf({ userId, password, authentication }: Tunnel): Promise<Credentials> {
  return {
    userId: userId ?? 0,
    userKey: await userKey(password ?? ""),
    deviceKey: authentication === undefined ? undefined : await deviceKey(authentication),
  };
}

/**
 * Undefined without a keyring.
 *
 * @throws KeyringError; whatever the hub's answer to the question for the state rejects with
 */
export async function secureSetup(context: PodContext, iface: string): Promise<SecureSetup | undefined> {
  const keyring = await storedKeyring(context.load, iface);
  if (!keyring) return undefined;
  const sequences = new SequenceStore(
    {
      read: () => context.ask("state", { name: iface }),
      write: async (state) => {
        await context.ask("keepState", { name: iface, value: state });
      },
    },
    context.clock,
    (error) => context.log.error(texts.sequencesNotStored(errorText(error))),
  );
  await sequences.load(keyring.senders);
  return new SecureSetup(keyring, sequences);
}
