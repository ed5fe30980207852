import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { test as base } from 'vitest';
import { START } from './time.ts';

/** `test` with an `emulator` of its own, whose virtual time begins at {@link START}. */
export const test = base.extend<{ emulator: Emulator }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of other fixtures from the pattern.
  emulator: async ({}, use) => {
    const emulator = createEmulator({ now: START });
    await use(emulator);
    emulator.close();
  },
});
