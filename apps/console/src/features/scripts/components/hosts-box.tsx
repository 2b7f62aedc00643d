/** Servers that scripts may send requests to. */
import { Textarea } from "@mantine/core";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { LoadingState } from "../../../components/loading-state.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { scriptsTexts } from "../../../texts/index.ts";
import { HOSTS, type Hosts, useHosts, useScriptActions } from "../api/scripts.ts";
import classes from "./scripts.module.css";

const texts = scriptsTexts.hosts;

export function HostsBox() {
  const query = useHosts();
  return (
    <InfoBox title={texts.box} flush>
      <QueryState query={query} loading={<LoadingState shape="lines" />}>
        {(stored) => <HostsForm stored={stored} />}
      </QueryState>
    </InfoBox>
  );
}

interface Values {
  /** As typed: one in each line. */
  text: string;
}

function HostsForm({ stored }: { stored: Stored<Hosts> }) {
  const { saveHosts } = useScriptActions();
  const edit = useEdit<Hosts, Values, unknown>({
    form: "scripts.hosts",
    queryKey: HOSTS,
    values: ({ hosts }) => ({ text: hosts.join("\n") }),
    save: ({ text }, _, ifMatch) => saveHosts(namesIn(text), ifMatch),
    words: namedFields({ text: texts.label }),
    onSaved: () => notice.success(texts.saved),
  })(stored);
  return (
    <EditForm edit={edit} className={classes["form"]}>
      <p className={layout["intro"]}>{texts.text}</p>
      <Textarea
        label={texts.label}
        autosize
        minRows={2}
        maxRows={10}
        value={edit.values.text}
        // The appliance names the line: "hosts.1".
        error={Object.values(edit.errors)[0]}
        onChange={(event) => edit.set({ text: event.currentTarget.value })}
      />
      <EditButtons edit={edit} label={texts.save} />
    </EditForm>
  );
}

const namesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
