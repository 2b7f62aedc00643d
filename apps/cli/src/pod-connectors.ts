/** The two ways from an external pod to its hub: the socket on the same machine, and a broker. */
import net from "node:net";
import type { Clock } from "@hubwart/core";
import { type Carrier, type HubToPod, type PodToHub, socketCarrier } from "@hubwart/ipc";
import { type Output, UsageError } from "./command.ts";
import { texts } from "./texts.ts";

/** A new connection to the hub; undefined if there is no hub right now. */
export type Connector = (clock: Clock) => Promise<Carrier<PodToHub, HubToPod> | undefined>;

const LONGEST_LINE = 256 * 1024 * 1024;

export function socketConnector(file: string): Connector {
  return async () => {
    const socket = net.connect(file);
    const connected = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    return connected ? socketCarrier<PodToHub, HubToPod>(socket, LONGEST_LINE) : undefined;
  };
}

export interface BrokerArguments {
  pod: string;
  address: string;
  user: string | undefined;
  passwordFile: string | undefined;
  caFile: string | undefined;
  topic: string;
}

/** Says on the terminal why the broker cannot be used, once for each reason. @throws UsageError */
export async function brokerConnector(
  { address, caFile, passwordFile, pod, topic, user }: BrokerArguments,
  output: Output,
): Promise<Connector> {
  const { BrokerSettingError, openPodCarrier, parseBrokerAddress, readCredentials } = await import(
    "@hubwart/mqtt/broker"
  );
  if (!/^[\w.-]+$/.test(pod)) throw new UsageError(texts.notAPodId);
  const credentials = () => readCredentials({ user, passwordFile, caFile });
  try {
    const broker = parseBrokerAddress(address);
    await credentials();
    let said = "";
    return (clock) => {
      const down = (reason: string) => {
        if (reason !== said) output.err(`${reason}.`);
        said = reason;
      };
      return Promise.resolve(openPodCarrier({ pod, root: topic, address: broker, credentials, clock, down }));
    };
  } catch (error) {
    if (error instanceof BrokerSettingError) throw new UsageError(error.message);
    throw error;
  }
}
