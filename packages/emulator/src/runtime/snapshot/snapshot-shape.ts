import type { Shape } from './json-entries.ts';

/** The lists of a snapshot, whose entries are read one by one. */
export const SHAPE = {
  agenda: 'list',
  state: {
    organizations: 'list',
    accounts: 'list',
    senderOwners: 'list',
    sharedSenders: 'list',
    senderLocks: 'list',
    batches: 'list',
    handsets: 'list',
    notifications: 'list',
    deliveries: 'list',
  },
} as const satisfies Shape;
