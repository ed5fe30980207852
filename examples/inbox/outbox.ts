import { type AccountClient, ConflictError } from '@messaging-service/sdk';
import type { Inbox, Reply } from './inbox.ts';

/** Sends the replies of the outbox. */
export interface Outbox {
  /** Sends what is not sent. */
  wake(): void;
}

/**
 * Creates the sender of replies, for one process. Several processes would take rows with `for update skip locked`.
 *
 * @param inbox - The tables.
 * @param client - Sends the texts.
 */
export function createOutbox(inbox: Inbox, { messages }: AccountClient): Outbox {
  let work: Promise<void> | undefined;
  let isAwake = false;
  const send = async ({ id, to, body }: Reply) => {
    try {
      await messages.sendOne({ id, to, from: { type: 'custom', value: 'DEMO' }, body });
    } catch (error) {
      // An earlier process has sent it and was killed before it could record that.
      if (!(error instanceof ConflictError && error.code === 'duplicate_id')) throw error;
      process.stdout.write('recognized\n');
    }
    await inbox.markSent(id);
  };
  const sendAll = async () => {
    while (isAwake) {
      isAwake = false;
      for (let replies = await inbox.unsent(); replies.length > 0; replies = await inbox.unsent())
        for (const reply of replies) await send(reply);
    }
  };
  return {
    wake() {
      isAwake = true;
      work ??= sendAll()
        .catch((error: unknown) => {
          process.stderr.write(`The replies are sent later: ${String(error)}\n`);
        })
        .finally(() => {
          work = undefined;
        });
    },
  };
}
