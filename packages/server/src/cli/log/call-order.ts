import type { JournalEntry, LoggedRequest, Service } from '@messaging-service/emulator/host';

/** Something to log. */
export type Happening =
  | { readonly call: LoggedRequest; readonly entry?: undefined }
  | { readonly entry: JournalEntry; readonly call?: undefined };

/**
 * Passes on what happens in a service, once for each turn of the event loop: a call before the facts that it caused, although
 * it is logged when it has its response.
 */
export function listenInOrder(service: Service, log: (happenings: readonly Happening[]) => void): void {
  let waiting: (Happening & { readonly position: number })[] = [];
  const add = (happening: Happening, position: number) => {
    waiting.push({ ...happening, position });
    if (waiting.length > 1) return;
    setImmediate(() => {
      const ordered = waiting.toSorted((a, b) => a.position - b.position);
      waiting = [];
      log(ordered);
    });
  };
  service.core.journal.listen((entry) => add({ entry }, entry.seq));
  service.requests.listen((call) => add({ call }, call.seq + 0.5));
}
