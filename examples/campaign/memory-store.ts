import { Outcomes } from './outcomes.ts';
import type { CampaignStore } from './store.ts';

/** Creates a store for one process, such as a test. */
export function memoryStore(): CampaignStore {
  const outcomes = new Outcomes();
  return {
    async record(events) {
      for (const event of events) outcomes.add(event);
    },
    read: async () => outcomes,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
