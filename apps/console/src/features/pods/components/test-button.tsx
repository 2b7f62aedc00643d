/** "Testnachricht senden": has an e-mail or chat pod send one now, and shows the service's own answer. */
import { Alert, Button, Modal, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { usePodTest } from "../../../api/pod-questions.ts";
import { errorText } from "../../../lib/error-text.ts";
import { podsTexts } from "../../../texts/index.ts";
import classes from "./check-button.module.css";

const texts = podsTexts.test;
const LONGEST = 400;

export function TestButton({ pod, iface, name }: { pod: string; iface: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-label={texts.label(name)}
        onClick={() => setOpen(true)}
      >
        {texts.button}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={texts.title(name)} size="lg">
        <TestForm pod={pod} iface={iface} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** Lives only while the dialog is open, so that an old answer never greets the next one. */
function TestForm({ pod, iface, onClose }: { pod: string; iface: string; onClose: () => void }) {
  const [to, setTo] = useState("");
  const test = usePodTest(pod);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!test.isPending) test.mutate({ iface, to: to.trim() });
  };
  const failure = test.isError ? errorText(test.error) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={texts.to}
        description={texts.toText}
        value={to}
        maxLength={LONGEST}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <div aria-live="polite" className={classes["answer"]}>
        {test.isPending ? <p>{texts.sending}</p> : null}
        {failure && !test.isPending ? (
          <Alert color="red" variant="light" title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
        {test.data && !test.isPending ? (
          <Alert
            color={test.data.sent ? "green" : "red"}
            variant="light"
            title={test.data.sent ? texts.sent : texts.notSent}
          >
            {test.data.sent && test.data.text !== "" ? texts.answer(test.data.text) : test.data.text}
          </Alert>
        ) : null}
      </div>
      <div className={classes["buttons"]}>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        <Button type="submit" loading={test.isPending}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
