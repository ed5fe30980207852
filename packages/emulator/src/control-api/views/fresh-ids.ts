import { parseIfJson } from '../../http/json.ts';

/** Whether a repeated call uses new identifiers, or those of the call itself. */
export const IDENTIFIERS = ['new', 'same'] as const;

interface SendBody {
  readonly messages?: unknown;
  readonly defaults?: unknown;
}

/**
 * The body of a send without the identifiers that its sender chose, so that the service creates new ones. It accepts each
 * identifier only once, and the client adds one to each message. Other bodies stay unchanged.
 */
export function withFreshIds(body: string): string {
  const parsed = parseIfJson(body);
  if (!isObject(parsed)) return body;
  const { messages, defaults } = parsed as SendBody;
  const fresh = Array.isArray(messages)
    ? {
        ...parsed,
        messages: messages.map(withoutId),
        ...(isObject(defaults) ? { defaults: withoutId(defaults) } : {}),
      }
    : 'destinations' in parsed
      ? withoutId(parsed)
      : parsed;
  const written = JSON.stringify(fresh);
  return written === JSON.stringify(parsed) ? body : written;
}

function withoutId(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id: _id, uuid: _uuid, ...rest } = value as Readonly<Record<string, unknown>>;
  return rest;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
