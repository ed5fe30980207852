import { formatTimestamp } from '@messaging-service/contract';
import type { Service } from '../service/service.ts';
import type { Action } from './actions.ts';
import type { History } from './history.ts';

/** Actions that a program does not repeat, in sentences. */
export function omissions(
  { core }: Service,
  { deliveries, journal }: History,
  actions: readonly Action[],
): string[] {
  const { accounts, index } = core.state;
  const ids = new Set<string | undefined>(deliveries.map(({ id }) => id));
  const copies = index.deliveries.filter(({ copyOf }) => ids.has(copyOf));
  const first = actions[0]?.seq ?? 0;
  const edits = journal.filter(
    ({ fact, seq }) => fact.type === 'account-edited' && seq > first && accounts.has(fact.accountUuid),
  );
  return [
    ...copies.map(() => 'A webhook that was sent again with changes is not repeated.'),
    ...edits.map(
      ({ at }) =>
        `An account was changed at ${formatTimestamp(at)}. The program begins with its present settings.`,
    ),
  ];
}
