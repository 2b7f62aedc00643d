/** One telegram to send by hand. It may switch devices, so it is asked for once more. */
import { parseGroup } from "@hubwart/contract/group-address";
import { NativeSelect, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { focusFirstWrong } from "../../../components/edit-form.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { RequiredNote } from "../../../components/required-note.tsx";
import { notice } from "../../../lib/notice.tsx";
import { knxTexts } from "../../../texts/index.ts";
import { sendTelegram } from "../api/knx.ts";
import classes from "./knx.module.css";

const texts = knxTexts.monitor.send;
const SERVICES = ["write", "read", "response"] as const;

export function SendBox({ id }: { id: string }) {
  const [address, setAddress] = useState("");
  const [dpt, setDpt] = useState("1.001");
  const [service, setService] = useState<(typeof SERVICES)[number]>("write");
  const [value, setValue] = useState("");
  /** How often it was tried; from the first time on wrong fields are marked. */
  const [tried, setTried] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tried > 0) focusFirstWrong(form.current);
  }, [tried]);
  const [asking, setAsking] = useState(false);
  const addressWrong = parseGroup(address) === undefined;
  const dptWrong = !/^(raw|raw6|\d{1,4}(\.\d{1,5})?)$/.test(dpt);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (addressWrong || dptWrong) setTried(tried + 1);
    else setAsking(true);
  }
  return (
    <InfoBox title={texts.box} icon={IconSend}>
      <form ref={form} className={layout["stack"]} noValidate onSubmit={submit}>
        <div className={classes["fields"]}>
          <TextInput
            label={texts.address}
            required
            placeholder="1/2/3"
            value={address}
            error={tried > 0 && addressWrong ? texts.addressWrong : undefined}
            onChange={(event) => setAddress(event.currentTarget.value.trim())}
          />
          <NativeSelect
            label={texts.service}
            value={service}
            onChange={(event) =>
              setService(SERVICES.find((each) => each === event.currentTarget.value) ?? "write")
            }
            data={SERVICES.map((each) => ({ value: each, label: knxTexts.monitor.services[each] }))}
          />
          <TextInput
            label={texts.dpt}
            required={service !== "read"}
            value={dpt}
            disabled={service === "read"}
            error={tried > 0 && dptWrong ? texts.dptWrong : undefined}
            onChange={(event) => setDpt(event.currentTarget.value.trim())}
          />
          <TextInput
            label={texts.value}
            value={value}
            disabled={service === "read"}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </div>
        <RequiredNote />
        <div className={layout["buttons"]}>
          <IconButton type="submit" icon={IconSend}>
            {texts.submit}
          </IconButton>
        </div>
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.box}
        confirmLabel={texts.submit}
        question={texts.question(address)}
        onConfirm={() => sendTelegram({ iface: id, address, dpt, service, value })}
        onDone={({ outcome }) =>
          outcome === "sent" ? notice.success(texts.outcome.sent) : notice.warning(texts.outcome[outcome])
        }
      />
    </InfoBox>
  );
}
