import type { Sandboxes } from '../../service/sandboxes.ts';
import { entriesOfFact, entryOfCall, type LogEntry } from './entries.ts';
import { jsonLine, type Origin, textLine } from './lines.ts';

/**
 * Logs the calls, messages and webhook attempts of all services of a server.
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
  const asLine = form === 'json' ? jsonLine : textLine;
  sandboxes.watch({
    begin: (service, sandbox) => {
      const print = (entries: readonly LogEntry[], origin: Origin) => {
        if (entries.length > 0) write(entries.map((entry) => `${asLine(entry, origin)}\n`).join(''));
      };
      service.requests.listen((call) => print([entryOfCall(call)], { at: call.at, sandbox }));
      service.core.journal.listen(({ at, fact }) =>
        print(entriesOfFact(fact, service.core.state), { at, sandbox }),
      );
    },
  });
}
