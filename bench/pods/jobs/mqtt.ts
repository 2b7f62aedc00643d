import { code, lan } from "../flows.ts";
import type { Job } from "../job.ts";
import { project, range } from "../tables.ts";

const TOPICS = 100;

export const mqttTopics: Job = {
  what: `mqtt: ${TOPICS} topics to ${TOPICS} others, QoS 0`,
  start: ({ broker, publish }) => {
    return Promise.resolve({
      pod: "mqtt.lan",
      tables: project(
        broker,
        [],
        undefined,
        range(TOPICS, (n) => [`to${n}`, `from${n}`] as const),
      ),
      red: {
        nodes: [],
        flows: [
          ...lan(broker, "fn"),
          code("fn", 'msg.topic = "from/" + msg.topic.slice(3); return msg;', ["from"]),
        ],
      },
      count: TOPICS,
      send: (lane, value) => publish(`to/${lane}`, value),
      stop: () => Promise.resolve(),
    });
  },
};
