/** A draft in a link: the whole file, compressed, behind the `#`, so that no server has to keep it. */

const PREFIX = "#game=";

export async function linkTo(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${document.baseURI}workshop${PREFIX}${code}`;
}

/** The file in the address of the page; null if there is none or it is damaged. */
export async function textInLink(hash: string, most: number): Promise<string | null> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const code = hash.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(code), (c) => c.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      await pipe(bytes, new DecompressionStream("deflate-raw"), most),
    );
    return text;
  } catch {
    return null;
  }
}

export const isDraftLink = (hash: string): boolean => hash.startsWith(PREFIX);

/** Bytes after a change. More than `most` are an error: a short link can hold a very long text. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new RangeError("too long");
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
