/** One adapter: whether it is used, where its address comes from, and the address itself. */
import { type NetworkAdapter, normalMask } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { IconCopy, IconPlug } from "@tabler/icons-react";
import { keepFocus } from "../../../components/edit-form.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { networkTexts } from "../../../texts/index.ts";
import type { NetworkConfig } from "../api/settings.ts";
import {
  ADDRESS_FIELDS,
  type AddressField,
  describeAdapter,
  describeConfigured,
  differs,
  dnsOf,
  isStatic,
} from "../model/adapters.ts";
import { Carrier } from "./adapter-overview.tsx";
import { DescribedSwitch } from "./described-switch.tsx";
import { DnsCheck } from "./dns-check.tsx";
import classes from "./network.module.css";
import { ValuePair } from "./value-pair.tsx";

const texts = networkTexts.adapter;

export interface AdapterBoxProps {
  /** Place in the list; the first adapter is always active. */
  index: number;
  adapter: NetworkAdapter;
  data: NetworkConfig;
  errors: FieldErrors;
  disabled: boolean;
  onChange: (part: Partial<NetworkAdapter>) => void;
  onLeave: (field: AddressField) => void;
}

export function AdapterBox({ index, adapter, data, errors, disabled, onChange, onLeave }: AdapterBoxProps) {
  const stored = data.interfaces[index];
  const active = data.active.interfaces.find(({ device }) => device === adapter.device);
  const shown = isStatic(adapter);
  return (
    <InfoBox
      title={adapter.device}
      icon={IconPlug}
      status={stored === undefined ? null : <Carrier plugged={stored.carrier} />}
    >
      <div className={classes["dialog"]}>
        {stored === undefined ? null : (
          <ValuePair
            active={active === undefined ? texts.off : describeAdapter(active)}
            configured={describeConfigured(stored)}
            differs={data.support.supported && data.use && differs(stored, active)}
          />
        )}
        <DescribedSwitch
          label={texts.active}
          text={index === 0 ? texts.firstActive : undefined}
          checked={adapter.active}
          disabled={disabled || index === 0}
          onChange={(on) => onChange({ active: on })}
        />
        {adapter.active ? (
          <DescribedSwitch
            label={texts.dhcp}
            checked={adapter.dhcp}
            disabled={disabled}
            onChange={(dhcp) => onChange({ dhcp })}
          />
        ) : null}
        {shown ? (
          <AddressFields {...{ index, adapter, active, errors, disabled, onChange, onLeave }} />
        ) : null}
        {adapter.active ? <DnsCheck servers={dnsOf(shown ? adapter : (active ?? adapter))} /> : null}
      </div>
    </InfoBox>
  );
}

const DESCRIPTIONS: Partial<Record<AddressField, string>> = { mask: texts.maskText, dns2: texts.dns2Text };

type AddressFieldsProps = Omit<AdapterBoxProps, "data"> & { active: NetworkAdapter | undefined };

function AddressFields({ index, adapter, active, errors, disabled, onChange, onLeave }: AddressFieldsProps) {
  const takeOver =
    active !== undefined && active.ip !== "" && ADDRESS_FIELDS.some((name) => active[name] !== adapter[name]);
  return (
    <>
      <div className={classes["fields"]}>
        {ADDRESS_FIELDS.map((name) => (
          <TextInput
            key={name}
            label={texts[name]}
            description={DESCRIPTIONS[name]}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required={name === "ip" || name === "mask"}
            inputMode={name === "mask" ? "text" : "decimal"}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={adapter[name]}
            error={errors[`interfaces.${index}.${name}`]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value.trim() })}
            onBlur={() => {
              onLeave(name);
              const mask = normalMask(adapter.mask);
              if (name === "mask" && mask !== adapter.mask) onChange({ mask });
            }}
          />
        ))}
      </div>
      {takeOver ? (
        <div>
          <IconButton
            variant="default"
            size="xs"
            disabled={disabled}
            icon={IconCopy}
            onMouseDown={keepFocus}
            onClick={() => {
              const { ip, mask, gw, dns1, dns2 } = active;
              onChange({ ip, mask, gw, dns1, dns2 });
            }}
          >
            {texts.takeOver}
          </IconButton>
        </div>
      ) : null}
    </>
  );
}
