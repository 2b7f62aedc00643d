/** What is wrong with a pod, and what to do about it, before all the details. */
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { whyQuery } from "../../../api/why.ts";
import { WhyBox } from "../../../components/why/why-box.tsx";
import type { ValueStore } from "../../../lib/value-store.ts";
import { usePodChannels } from "../api/pod-channels.ts";
import { asksWhy } from "../model/asks-why.ts";

export function PodWhy({ pod, store }: { pod: string; store: ValueStore }) {
  const ifaces = usePodChannels(pod).data?.channels ?? [];
  const chan = useSyncExternalStore(store.subscribe, () => asksWhy(store, ifaces));
  return chan === undefined ? null : <Why chan={chan} />;
}

function Why({ chan }: { chan: string }) {
  const query = useQuery(whyQuery(chan));
  return query.data?.cause ? <WhyBox heading="h2" query={query} /> : null;
}
