/** Requests of the report that is sent by e-mail each month. */
import {
  type AnswerOf,
  type BodyInput,
  energyMail,
  energyMailSave,
  energyMailTest,
  LIMITS,
} from "@hubwart/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type StoredMail = Stored<AnswerOf<typeof energyMail>>;
/** Recipients as they are typed, separated by commas. */
export type MailValues = Omit<BodyInput<typeof energyMailSave>, "recipients"> & { recipients: string };

export const mailQuery = queryOptions({
  queryKey: ["energy-mail"],
  queryFn: ({ signal }): Promise<StoredMail> => callWithEtag(energyMail, { signal }),
  refetchInterval: LIMITS.watchlistPoll,
});

export const mailBody = ({ recipients, ...rest }: MailValues): BodyInput<typeof energyMailSave> => ({
  ...rest,
  recipients: recipients
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== ""),
});

export const saveMail = (values: MailValues, ifMatch: string | undefined): Promise<unknown> =>
  callApi(energyMailSave, { body: mailBody(values), ifMatch });

export function useMailTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(energyMailTest, { body: {}, timeout: 2 * LIMITS.energyMailWithin }),
    onSettled: () => client.invalidateQueries({ queryKey: mailQuery.queryKey }),
  });
}
