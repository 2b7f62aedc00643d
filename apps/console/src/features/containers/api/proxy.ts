/** Rules of the proxy. */
import { type AnswerOf, type BodyInput, proxyRuleDelete, proxyRuleSet, proxyRules } from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";

export type ProxyConfig = AnswerOf<typeof proxyRules>;
export type Rule = ProxyConfig["rules"][number];
export type RuleBody = BodyInput<typeof proxyRuleSet>;

const key = ["container", "caddyproxy", "rules"];

export const useRules = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => callApi(proxyRules, { signal }) });

export function useRuleActions() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: key });
  return {
    save: (body: RuleBody) => callApi(proxyRuleSet, { body }).finally(() => void reload()),
    remove: (id: string) => callApi(proxyRuleDelete, { query: { id } }).finally(() => void reload()),
  };
}
