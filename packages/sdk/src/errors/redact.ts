/** Redacts the secrets in a text. */
export type Redact = (text: string) => string;

const REPLACEMENT = '[redacted]';

/**
 * Creates the function that redacts every text of an error. Errors of the runtime contain the whole URL with the key, and a
 * service or proxy may repeat it in headers and pages.
 *
 * It ignores case, and also finds keys that are percent-encoded or escaped for JSON.
 */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const forms = new Set(secrets.flatMap((secret) => (secret === undefined ? [] : writtenForms(secret))));
  if (forms.size === 0) return (text) => text;
  // The longest first: a form may begin with another one.
  const alternatives = [...forms].toSorted((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(alternatives.join('|'), 'gi');
  return (text) => text.replace(pattern, REPLACEMENT);
}

function writtenForms(secret: string): string[] {
  const inQuery = new URLSearchParams({ '': secret }).toString().slice(1);
  return [secret, encodeURIComponent(secret), inQuery, JSON.stringify(secret).slice(1, -1)];
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
