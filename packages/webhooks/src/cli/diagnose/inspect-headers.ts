import { isTimestamp } from '../../sign/timestamp.ts';
import { printable } from './printable.ts';

/** A statement about a request. */
export interface Finding {
  /** Whether this part of the request is right; `note` for other information. */
  readonly verdict: 'good' | 'bad' | 'note';
  readonly text: string;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** The names of the signing headers. See SIG-1. */
const SIGNING_HEADERS = ['signature', 'timestamp', 'environment'] as const;

/**
 * Checks the form of each signing header.
 *
 * @param headers - All headers, as received.
 * @returns One finding for each signing header.
 */
export function inspectHeaders(headers: Headers): readonly Finding[] {
  return SIGNING_HEADERS.map((name) => {
    const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
    const [value, ...more] = values;
    if (value === undefined) return bad(`${name} header: missing${similarTo(name, headers)}`);
    if (more.length > 0)
      return bad(`${name} header: sent ${values.length} times; remove the software that adds one`);
    const fault =
      name === 'signature' ? signatureFault(value) : name === 'timestamp' ? timestampFault(value) : undefined;
    return fault === undefined
      ? { verdict: 'good', text: `${name} header: well formed` }
      : bad(`${name} header: ${fault}`);
  });
}

function bad(text: string): Finding {
  return { verdict: 'bad', text };
}

/** Finds renamed headers: some proxies rename them, and CGI and logs write them with underscores. */
function similarTo(name: string, headers: Headers): string {
  const similar = headers.map(([key]) => key).filter((key) => key.toLowerCase().includes(name));
  return similar.length === 0 ? '' : `, but there is ${similar.map((key) => printable(key)).join(', ')}`;
}

/** Explains why a text is not 32 bytes in base64. */
function signatureFault(value: string): string | undefined {
  if (/^[A-Za-z0-9+/]{43}=$/.test(value)) return undefined;
  if (value !== value.trim()) return 'has whitespace around it';
  if (/^[\da-f]{64}$/i.test(value)) return 'is hexadecimal; the service sends base64';
  if (/^[\w-]{43}=?$/.test(value)) return 'is base64url or has no =; the service sends base64 with + and /';
  if (/^[A-Za-z0-9+ ]{43}=$/.test(value))
    return 'has spaces where base64 has +; a form decoder has changed it';
  if (value.includes('%')) return 'is percent-encoded';
  if (value.includes('=') && /^\w+=/.test(value))
    return 'begins with a name and =; the service sends the signature alone';
  return `has ${value.length} characters; 32 bytes in base64 have 44`;
}

function timestampFault(value: string): string | undefined {
  if (isTimestamp(value)) return undefined;
  if (Number.isFinite(Date.parse(value))) return 'is a date; the service sends digits';
  return /^-?\d+\.\d+$/.test(value)
    ? 'has a fraction; the service sends digits only'
    : 'is not 1 to 15 digits';
}
