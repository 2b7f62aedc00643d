/**
 * A card in which a server's certificate is sent with its key and chain: PEM in one file or two, or PKCS#12.
 *
 *     <ServerCertificateUpload texts={texts} upload={useOwnUpload()} given={{}} onDone={() => notice.success(texts.done)} />
 */

import { IconCertificate, IconKey } from "@tabler/icons-react";
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { FileField, type FileFieldTexts } from "./file-field.tsx";
import { PasswordInput } from "./password-input.tsx";
import { UploadBox, type UploadBoxTexts } from "./upload-box.tsx";

const ENDINGS = ".pem,.crt,.cer,.p12,.pfx,.der,.p7b";
const KEY_ENDINGS = ".pem,.key";

export interface ServerCertificateTexts extends UploadBoxTexts {
  hint: string;
  keyHint: string;
  keyFile: FileFieldTexts;
  password: string;
  passwordHint: string;
}

/** What is sent beside the certificate. */
export interface KeyInput {
  /** A file of its own. */
  key: File | undefined;
  pwd: string;
}

export interface ServerCertificateUploadProps<Answer, Given extends object> {
  texts: ServerCertificateTexts;
  upload: UseMutationResult<Answer, Error, Given & KeyInput & { file: File }>;
  given: Given;
  onDone: (answer: Answer) => void;
  /** In a dialog, which has its title. */
  plain?: boolean;
  /** Fields of the caller's own. */
  children?: ReactNode;
}

export function ServerCertificateUpload<Answer, Given extends object>(
  props: ServerCertificateUploadProps<Answer, Given>,
) {
  const { children, given, onDone, plain = false, texts, upload } = props;
  const [key, setKey] = useState<File>();
  const [pwd, setPwd] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const done = (answer: Answer): void => {
    setKey(undefined);
    setPwd("");
    onDone(answer);
  };
  return (
    <UploadBox<Answer, Given & KeyInput>
      icon={IconCertificate}
      accept={ENDINGS}
      hint={texts.hint}
      plain={plain}
      texts={texts}
      upload={upload}
      given={{ ...given, key, pwd }}
      onDone={done}
    >
      <FileField
        file={key}
        error={undefined}
        onChange={setKey}
        input={input}
        accept={KEY_ENDINGS}
        hint={texts.keyHint}
        texts={texts.keyFile}
        icon={IconKey}
      />
      <PasswordInput
        label={texts.password}
        description={texts.passwordHint}
        name="key-password"
        autoComplete="off"
        value={pwd}
        onChange={(event) => setPwd(event.currentTarget.value)}
      />
      {children}
    </UploadBox>
  );
}
