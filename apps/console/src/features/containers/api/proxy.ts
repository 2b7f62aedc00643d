/** Rules of the proxy. */
import {
  type AnswerOf,
  type BodyInput,
  LIMITS,
  proxyCertificateDelete,
  proxyCertificateUpload,
  proxyRuleCheck,
  proxyRuleDelete,
  proxyRuleSet,
  proxyRules,
} from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload.ts";
import type { KeyInput } from "../../../components/server-certificate-upload.tsx";

export type ProxyConfig = AnswerOf<typeof proxyRules>;
export type Rule = ProxyConfig["rules"][number];
export type ProxyCertificate = ProxyConfig["certificates"][number];
export type RuleBody = BodyInput<typeof proxyRuleSet>;

const key = ["container", "caddyproxy", "rules"];

export const useRules = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(proxyRules, { signal }),
    // Targets come and go.
    refetchInterval: LIMITS.statusPoll,
  });

export function useRuleActions() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: key });
  return {
    /** What would keep it from working, before it is stored. */
    check: async (body: RuleBody) => (await callApi(proxyRuleCheck, { body })).problem,
    save: (body: RuleBody) => callApi(proxyRuleSet, { body }).finally(() => void reload()),
    remove: (id: string) => callApi(proxyRuleDelete, { query: { id } }).finally(() => void reload()),
  };
}

interface CertificateInput extends KeyInput {
  file: File;
  /** Of the one it takes the place of; empty for a further one. */
  id: string;
}

export function useCertificateUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, id, key: keyFile, pwd }: CertificateInput) =>
      uploadFile(proxyCertificateUpload, {
        file,
        fields: { pwd, ...(id === "" ? {} : { id }), ...(keyFile ? { key: await keyFile.text() } : {}) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useCertificateRemove() {
  const client = useQueryClient();
  return (id: string) =>
    callApi(proxyCertificateDelete, { body: { id } }).finally(
      () => void client.invalidateQueries({ queryKey: key }),
    );
}
