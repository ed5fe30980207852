/**
 * Creates a function that replaces secrets in a text. It ignores case, and finds each secret in every mixture of forms: as it is
 * written, percent-encoded once or several times, escaped for JSON, and inside of base64 and base64url. A text with an encoded
 * secret comes back decoded. The time grows with the length of the text.
 *
 * @param secrets - API keys and passwords. Undefined and empty ones have no effect.
 * @param replacement - The text in place of each.
 *
 * @example
 * ```ts
 * import { createRedact } from '@messaging-service/contract';
 *
 * const redact = createRedact(['abcdef0123456789abcdef0123456789'], '[redacted]');
 * redact('GET /batch?key=%61bcdef0123456789abcdef0123456789'); // 'GET /batch?key=[redacted]'
 * ```
 */
export function createRedact(
  secrets: readonly (string | undefined)[],
  replacement: string,
): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => (secret ? formsOf(secret) : [])))];
  if (forms.length === 0) return (text) => text;
  // The longest first: a secret may begin with another one.
  const pattern = new RegExp(forms.toSorted((a, b) => b.length - a.length).join('|'), 'gi');
  return (text) => {
    const shown = text.replace(pattern, replacement);
    let decoded = shown;
    for (let depth = 0; depth < MAX_DEPTH && /[%\\]/.test(decoded); depth++) {
      decoded = decode(decoded);
      if (decoded.search(pattern) >= 0) return decoded.replace(pattern, replacement);
    }
    return shown;
  };
}

/** How often a text is decoded. One pass decodes what was encoded several times in the same way. */
const MAX_DEPTH = 8;
/** Ordinary words contain shorter forms. */
const MIN_LENGTH = 8;

/** A secret as it can stand in a decoded text, also inside of base64, as patterns. */
function formsOf(secret: string): string[] {
  const written = encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  const inQuery = new URLSearchParams({ '': secret }).toString().slice(1);
  // A byte of UTF-8 is a character. Simulated browsers have no TextEncoder.
  const bytes = written.replaceAll(/%(..)/g, (_, byte: string) => character(byte));
  // Some simulated browsers have no base64 at all.
  const encode = globalThis.btoa as typeof btoa | undefined;
  // In a longer text, a secret begins at one of three positions.
  const encoded = [0, 1, 2].map((offset) => {
    const text = encode?.('\0'.repeat(offset) + bytes) ?? '';
    return text.slice(offset && offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    written,
    inQuery,
    bytes,
    ...[decode(secret)].filter(({ length }) => length >= MIN_LENGTH / 2),
    ...encoded.filter(({ length }) => length >= MIN_LENGTH),
  ].map(toPattern);
}

/** Decodes percent encoding and escapes of JSON. */
function decode(text: string): string {
  return text.replaceAll(
    /%(?:25)*([\da-f]{2})|\\+(?:u([\da-f]{4}))?/gi,
    (_, byte?: string, unit?: string) => {
      const code = byte ?? unit;
      return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}

function character(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** A pattern of a form. In base64url, two characters are others. */
function toPattern(form: string): string {
  return form
    .replace(/[\\^$.*?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll('+', '[+-]')
    .replaceAll('/', '[/_]');
}
