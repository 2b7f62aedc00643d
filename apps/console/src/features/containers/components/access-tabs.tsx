/** Settings of Grafana and Tailscale: a password, a token. */
import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { PasswordInput } from "../../../components/password-input.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { notice } from "../../../lib/notice.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { setGrafanaPassword, useSaves, useTailscaleConfig } from "../api/add-ons.ts";
import classes from "./section.module.css";

export function GrafanaTab() {
  const texts = containersTexts.grafana;
  const [pwd, setPwd] = useState("");
  const [repeat, setRepeat] = useState("");
  const [alert, setAlert] = useState<string>();
  const set = useMutation({
    mutationFn: () => setGrafanaPassword(pwd),
    onSuccess: () => {
      setPwd("");
      setRepeat("");
      setAlert(undefined);
      notice.success(texts.done);
    },
    onError: () => setAlert(texts.failed),
  });
  const valid = pwd !== "" && pwd === repeat;
  return (
    <InfoBox title={texts.box}>
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (valid) set.mutate();
          else setAlert(texts.differ);
        }}
      >
        <PasswordInput
          label={texts.pwd}
          autoComplete="new-password"
          value={pwd}
          onChange={(e) => setPwd(e.currentTarget.value)}
        />
        <PasswordInput
          label={texts.repeat}
          autoComplete="new-password"
          value={repeat}
          onChange={(e) => setRepeat(e.currentTarget.value)}
        />
        {alert === undefined ? null : (
          <Alert color="red" variant="light" role="alert">
            {alert}
          </Alert>
        )}
        <div className={classes["buttons"]}>
          <Button type="submit" loading={set.isPending} disabled={!valid}>
            {texts.set}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}

export function TailscaleTab() {
  const texts = containersTexts.tailscale;
  const query = useTailscaleConfig();
  const { tailscale } = useSaves();
  const [token, setToken] = useState("");
  const save = useMutation({
    mutationFn: (active: boolean) => tailscale({ active, token }),
    onSuccess: () => {
      setToken("");
      notice.success(texts.saved);
    },
    onError: (error) => notice.apiError(error),
  });
  return (
    <InfoBox title={texts.box}>
      <QueryState query={query}>
        {({ active, has_token }) => (
          <form
            className={classes["form"]}
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate(active);
            }}
          >
            <PasswordInput
              label={texts.token}
              description={has_token ? texts.has : undefined}
              autoComplete="off"
              value={token}
              onChange={(e) => setToken(e.currentTarget.value)}
            />
            <div className={classes["buttons"]}>
              <Button type="submit" loading={save.isPending} disabled={token === ""}>
                {texts.save}
              </Button>
            </div>
          </form>
        )}
      </QueryState>
    </InfoBox>
  );
}
