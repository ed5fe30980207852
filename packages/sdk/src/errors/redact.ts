/** Blots secrets out of a text. */
export type Redact = (text: string) => string;

const REPLACEMENT = '[redacted]';

/**
 * Makes the function through which everything goes that ends up in an error: what the runtime says of a failure holds
 * the whole URL, key included, and a service or proxy may echo it in headers and pages.
 *
 * Upper and lower case are not told apart, and a key is found percent-encoded and escaped for JSON as well.
 */
export function createRedact(secrets: readonly string[]): Redact {
  if (secrets.length === 0) return (text) => text;
  const forms = new Set(secrets.flatMap(writtenForms));
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
