import type { Sandboxes } from '../../service/sandboxes.ts';
import { entriesOfFact, entryOfCall, type LogEntry } from './entries.ts';

/**
 * Logs the calls, messages and webhook attempts of all services of a server. See EMU-21.
 *
 * @param sandboxes - The services.
 * @param form - The form of the lines.
 * @param write - Takes one or more complete lines.
 */
export function logServices(
  sandboxes: Sandboxes,
  form: 'text' | 'json',
  write: (lines: string) => void,
): void {
  sandboxes.watch((service, sandbox) => {
    const lineOf = form === 'json' ? jsonLine : textLine;
    const print = (entries: readonly LogEntry[], at: number) => {
      const time = new Date(at).toISOString();
      if (entries.length > 0) write(entries.map((entry) => `${lineOf(entry, time, sandbox)}\n`).join(''));
    };
    service.requests.listen((call) => print([entryOfCall(call)], call.at));
    service.core.journal.listen(({ at, fact }) => print(entriesOfFact(fact, service.core.state), at));
  });
}

function jsonLine({ json: { type, ...members } }: LogEntry, at: string, sandbox: string | undefined): string {
  return JSON.stringify({ at, type, sandbox, ...members });
}

function textLine({ text }: LogEntry, at: string, sandbox: string | undefined): string {
  return [at.slice(11, 23), ...(sandbox === undefined ? [] : [sandbox]), text].join('  ');
}
