import type { LogEntry } from './entries.ts';

/** Bodies longer than this are cut in the text log. */
const LONGEST_BODY = 120;

/** When and where something happened. */
export interface Origin {
  /** The emulator's time, in milliseconds since the epoch. */
  readonly at: number;
  /** The sandbox; undefined for the default service. */
  readonly sandbox: string | undefined;
}

/** An entry as a line of JSON. */
export function jsonLine(entry: LogEntry, { at, sandbox }: Origin): string {
  const { type, ...members } = entry;
  return JSON.stringify({ at: new Date(at).toISOString(), type, ...(sandbox && { sandbox }), ...members });
}

/** An entry as a line for humans. Text from callers is quoted, so that it cannot control the terminal. */
export function textLine(entry: LogEntry, { at, sandbox }: Origin): string {
  const time = new Date(at).toISOString().slice(11, 23);
  return `${time}  ${sandbox === undefined ? '' : `${sandbox}  `}${describe(entry)}`;
}

function describe(entry: LogEntry): string {
  switch (entry.type) {
    case 'call':
      return `${visible(`${entry.method} ${entry.url}`)}  ${entry.status ?? 'disconnected'}  ${entry.tookMs} ms`;
    case 'message': {
      const body = entry.body.length > LONGEST_BODY ? `${entry.body.slice(0, LONGEST_BODY)}…` : entry.body;
      const parts = [`message  ${visible(entry.from)} → ${entry.to}  ${visible(JSON.stringify(body))}`];
      if (entry.code !== undefined) parts.push(`code ${entry.code}`);
      if (entry.sendAt !== undefined) parts.push(`scheduled for ${entry.sendAt}`);
      return parts.join('  ');
    }
    case 'more-messages':
      return `message  and ${entry.count} more of this batch`;
    case 'webhook':
      return `webhook  ${entry.kind} → ${visible(entry.url)}  attempt ${entry.attempt}: ${entry.status ?? visible(entry.error ?? 'no response')}`;
  }
}

/** Replaces characters that terminals read as commands or that change the direction of the text. */
function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
