/**
 * The broker beside the appliance: QoS 1, so that a document counts as taken only when the broker said so, and
 * not retained, so that a state nobody renews does not look like a present one. One connection serves all
 * documents of a run. The client is loaded when it is first needed.
 */
import type { Clock } from "@hubwart/core";
import { EXCHANGE_MS, TargetError } from "@hubwart/core/delivery";
import type { MqttSender } from "@hubwart/mqtt/sender";
import { texts } from "../texts.ts";
import type { Target } from "./target.ts";

export interface MqttTargetParts {
  topic: () => string;
  host: string;
  port: number;
  /** The fixed name people know it by. */
  shown: string;
  clientId: string;
  clock: Clock;
}

export function mqttTarget({ topic, shown, ...place }: MqttTargetParts): Target {
  let sender: MqttSender | undefined;
  return {
    label: `MQTT (${shown})`,
    async send(content, signal) {
      const name = topic();
      if (name === "") throw new TargetError(texts.noTopic);
      try {
        if (!sender?.open) {
          const { openMqttSender } = await import("@hubwart/mqtt/sender");
          sender = await openMqttSender({ ...place, shown, timeoutMs: EXCHANGE_MS, signal });
        }
        await sender.publish(name, content);
      } catch (error) {
        throw new TargetError(error instanceof Error ? error.message : String(error), { cause: error });
      }
      return texts.brokerAccepted(name);
    },
    async release() {
      const open = sender;
      sender = undefined;
      await open?.end();
    },
  };
}
