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
import { callApi, callWithEtag } from "../../../api/client.ts";
import { uploadFile } from "../../../api/upload.ts";
import type { KeyInput } from "../../../components/server-certificate-upload.tsx";
import type { Stored } from "../../../lib/use-edit.ts";

export type ProxyConfig = AnswerOf<typeof proxyRules>;
export type Rule = ProxyConfig["rules"][number];
export type ProxyCertificate = ProxyConfig["certificates"][number];
export type CheckedRule = AnswerOf<typeof proxyRuleCheck>;
export type RuleBody = BodyInput<typeof proxyRuleSet>;

/** A name, a connection and an answer, each of which may be waited for in vain, ms. */
const TRIAL_MS = 60_000;
const key = ["container", "caddyproxy", "rules"];

export const useRules = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callWithEtag(proxyRules, { signal }),
    // Targets come and go.
    refetchInterval: LIMITS.statusPoll,
  });

export function useRuleActions() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: key });
  return {
    /** The rules as they are now. */
    latest: async () => {
      await reload();
      return client.getQueryData<Stored<ProxyConfig>>(key);
    },
    /** What would keep it from working, before it is stored. */
    check: (body: RuleBody) => callApi(proxyRuleCheck, { body, timeout: TRIAL_MS }),
    save: (body: RuleBody, ifMatch: string | undefined) =>
      callApi(proxyRuleSet, { body, ifMatch }).finally(() => void reload()),
    remove: (id: string, ifMatch: string | undefined) =>
      callApi(proxyRuleDelete, { query: { id }, ifMatch }).finally(() => void reload()),
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
