/** Requests of the certificates. */
import {
  type AnswerOf,
  certDelete,
  certFiles,
  certUpload,
  tlsGenerate,
  tlsMeta,
  tlsOwnRemove,
  tlsOwnUpload,
  tlsRoot,
} from "@hubwart/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { downloadWithTicket } from "../../../api/download.ts";
import { uploadFile } from "../../../api/upload.ts";
import type { KeyInput } from "../../../components/server-certificate-upload.tsx";

const OWN = ["certs", "own"];
const DEVICE = ["certs", "device"];
/** A small device takes seconds for two new keys. */
const GENERATE_MS = 90_000;

export type OwnCertificate = AnswerOf<typeof certFiles>["files"][number];
export type DeviceCertificate = NonNullable<AnswerOf<typeof tlsMeta>["root"]>;
export type OwnServer = NonNullable<AnswerOf<typeof tlsMeta>["own"]>;

export const useOwnCertificates = () =>
  useQuery({ queryKey: OWN, queryFn: ({ signal }) => callApi(certFiles, { signal }) });
export const useDeviceCertificates = () =>
  useQuery({ queryKey: DEVICE, queryFn: ({ signal }) => callApi(tlsMeta, { signal }) });

function useChange<T, R>(key: readonly string[], change: (input: T) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
export const useUpload = () => useChange(OWN, (input: { file: File }) => uploadFile(certUpload, input));
export const useRemove = () => useChange(OWN, (file: string) => callApi(certDelete, { query: { file } }));

export const useOwnUpload = () =>
  useChange(DEVICE, async ({ file, key, pwd }: KeyInput & { file: File }) =>
    uploadFile(tlsOwnUpload, { file, fields: { pwd, ...(key ? { key: await key.text() } : {}) } }),
  );
export const useOwnRemove = () => useChange(DEVICE, () => callApi(tlsOwnRemove, {}));
export const useGenerate = () => useChange(DEVICE, () => callApi(tlsGenerate, { timeout: GENERATE_MS }));
export const downloadRoot = () => downloadWithTicket(tlsRoot.path);
