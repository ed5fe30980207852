/** The program that the address of the playground holds. */
export type Addressed = { readonly example: string } | { readonly code: string };

/** Reads the fragment of the address; undefined when it holds no program. */
export async function readAddress(fragment: string): Promise<Addressed | undefined> {
  const [, kind, value = ''] = /^#(example|code)=(.+)$/.exec(fragment) ?? [];
  if (kind === 'example') return { example: decodeURIComponent(value) };
  if (kind !== 'code') return undefined;
  try {
    const packed = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    return { code: await new Response(through(packed, new DecompressionStream('deflate-raw'))).text() };
  } catch {
    return undefined;
  }
}

/** The fragment of the address that holds a program. */
export async function writeAddress(code: string): Promise<string> {
  const packed = through(new TextEncoder().encode(code), new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(String.fromCharCode(...bytes));
  return `#code=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): ReadableStream {
  return new Blob([bytes]).stream().pipeThrough(stream);
}
