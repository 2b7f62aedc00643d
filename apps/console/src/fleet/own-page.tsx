/** How one signs in oneself: the code besides the password. */
import {
  centralFactor,
  centralFactorBegin,
  centralFactorConfirm,
  centralFactorOff,
  centralFactorRecovery,
} from "@hubwart/fleet/calls";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { EmptyState } from "../components/empty-state.tsx";
import type { FactorActions } from "../components/second-factor/factor.ts";
import { SecondFactorBox } from "../components/second-factor/second-factor-box.tsx";
import { fleetPeopleTexts, secondFactorTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import type { Me } from "./session.ts";

const texts = fleetPeopleTexts.own;
const KEY = ["factor"];

export default function OwnPage({ me }: { me: Me }) {
  return (
    <>
      <h1 className={classes["title"]}>{texts.title}</h1>
      {me.password ? <Factor /> : <EmptyState {...texts.noPassword} />}
    </>
  );
}

function Factor() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => callCentral(centralFactor, { signal }) });
  return <SecondFactorBox query={query} actions={useFactorActions()} words={secondFactorTexts.central} />;
}

function useFactorActions(): FactorActions {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: KEY });
  return {
    begin: (pwd) => callCentral(centralFactorBegin, { body: { pwd } }),
    confirm: async (otp) => {
      const { recovery } = await callCentral(centralFactorConfirm, { body: { otp } });
      reload();
      return recovery;
    },
    switchOff: async (body) => {
      await callCentral(centralFactorOff, { body });
      reload();
    },
    renew: async (body) => {
      const { recovery } = await callCentral(centralFactorRecovery, { body });
      reload();
      return recovery;
    },
  };
}
