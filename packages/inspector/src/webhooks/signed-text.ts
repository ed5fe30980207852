/** The parts of the text that a signature covers. SIG-2. */
export interface SignedText {
  /** The body in base64. */
  readonly body: string;
  readonly environment: string;
  readonly timestamp: string;
  /** All parts, joined by full stops. */
  readonly text: string;
}

/** The text that the signature of an attempt covers; undefined for an attempt without a signature. */
export function signedTextOf(
  { signature, environment = '', timestamp = '' }: Readonly<Record<string, string>>,
  body: string,
): SignedText | undefined {
  if (signature === undefined) return undefined;
  const encoded = base64(body);
  return { body: encoded, environment, timestamp, text: `${encoded}.${environment}.${timestamp}` };
}

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
