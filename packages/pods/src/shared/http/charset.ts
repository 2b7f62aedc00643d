/** The text of an answer, in the charset that it is in rather than the one it names. */
import { isUtf8 } from "node:buffer";

interface Decoded {
  text: string;
  /** The content should have been UTF-8 and was not: in `text` U+FFFD stands for what is lost. */
  garbled: boolean;
}

/** How much of XML is looked at for its own declaration. */
const XML_HEAD = 200;

export function decode(contentType: string | undefined, content: Buffer): Decoded {
  const charset = decoder(contentType, content);
  const text = charset.decode(content);
  // Only a text with a replacement character can have been garbled.
  return { text, garbled: charset.encoding === "utf-8" && text.includes("\ufffd") && !isUtf8(content) };
}

/** By the byte order mark, else as the answer declares, or XML within it; UTF-8 if none or an unknown one. */
function decoder(contentType: string | undefined, content: Buffer): TextDecoder {
  const head = content.toString("latin1", 0, XML_HEAD);
  const marked = byMark(head);
  if (marked !== undefined) return new TextDecoder(marked);
  const charset =
    /;\s*charset="?([^";\s]+)/i.exec(contentType ?? "")?.[1] ??
    /^<\?xml[^>]{0,100}\sencoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ??
    "utf-8";
  try {
    const named = new TextDecoder(charset);
    // .NET writes XML from a string, which it declares as UTF-16, as UTF-8. In UTF-16 its first characters read otherwise.
    return named.encoding.startsWith("utf-16") && head.startsWith("<?xml") ? new TextDecoder() : named;
  } catch {
    return new TextDecoder();
  }
}

function byMark(head: string): string | undefined {
  if (head.startsWith("\u00ef\u00bb\u00bf")) return "utf-8";
  if (head.startsWith("\u00ff\u00fe")) return "utf-16le";
  return head.startsWith("\u00fe\u00ff") ? "utf-16be" : undefined;
}
