import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { openInbox } from './inbox.ts';
import { startReceiver } from './receiver-process.ts';

/** How large a rehearsal is. */
export interface RehearsalOptions {
  /** `postgres://…`, or the name of a file for SQLite. */
  readonly database: string;
  /** How many customers write. */
  readonly customers: number;
  /** How many messages each of them writes. */
  readonly answers: number;
  /** How often the receiver is killed. */
  readonly kills: number;
}

/** The figures of a rehearsal. */
export interface Figures {
  /** Messages that customers wrote. */
  readonly written: number;
  readonly attempts: number;
  readonly kills: number;
  /** Messages without an effect in the database, and effects that were counted too often. */
  readonly lost: number;
  readonly handledTwice: number;
  /** Events that arrived again after they had been handled. */
  readonly repeated: number;
  /** Customers' phones: replies that are missing, and replies that arrived twice. */
  readonly unanswered: number;
  readonly answeredTwice: number;
  /** Replies that were sent again after a kill, and that the service recognized by their identifier. */
  readonly recognized: number;
}

const SECRET = 'a secret of the rehearsal';

/** Lets customers write while the receiver is killed again and again, then compares what everyone knows. */
export async function rehearse({ database, customers, answers, kills }: RehearsalOptions): Promise<Figures> {
  const written = customers * answers;
  let attempts = 0;
  const emulator = createEmulator({
    clock: 'system',
    accounts: [
      {
        credits: 10 * written,
        senders: ['DEMO'],
        mo: { mo_webhook_url: 'http://shop.example/webhook', mo_webhook_secret: SECRET },
      },
    ],
    webhooks: {
      retryDelays: ['1s', '2s', '4s', '8s', '16s'],
      fetch: async (_url, init) => {
        const url = await receiver.url();
        const attempt = ++attempts;
        if (attempt % Math.ceil(written / kills) === 0) killAfter(Math.random() * 20);
        const response = await fetch(url, init);
        if (attempt % 20 === 1) throw new Error('The response is lost on the way to the service.');
        return response;
      },
    },
  });
  const server = await listen(emulator);
  await using receiver = startReceiver({
    DATABASE: database,
    MESSAGING_URL: server.url,
    MESSAGING_KEY: emulator.account.apiKey,
    WEBHOOK_SECRET: SECRET,
  });
  const inbox = await openInbox(database);
  /** Anywhere: while the signature is checked, in the transaction, before the response, while a reply is sent. */
  const killAfter = (ms: number) =>
    setTimeout(() => {
      if (receiver.kills < kills) receiver.kill();
    }, ms);

  const numbers = Array.from({ length: customers }, (_, index) => String(447_700_900_000 + index));
  for (let round = 0; round < answers; round++)
    for (const number of numbers) emulator.handset(number).reply(`answer ${round}`, { to: 'DEMO' });
  // The service makes all of its further attempts.
  await emulator.clock.advance('1m');
  await receiver.url();
  while ((await inbox.contents()).unsent > 0) await new Promise((resolve) => setTimeout(resolve, 20));

  const counted = (await inbox.contents()).answers;
  const difference = (actual: (number: string) => number) =>
    numbers.map((number) => actual(number) - answers);
  const sum = (values: readonly number[], sign: 1 | -1) =>
    values.reduce((total, value) => total + Math.max(0, sign * value), 0);
  const handled = difference((number) => counted.get(number) ?? 0);
  const onPhones = difference((number) => emulator.handset(number).messages().length);
  const figures = {
    written,
    attempts,
    kills: receiver.kills,
    lost: sum(handled, -1),
    handledTwice: sum(handled, 1),
    repeated: receiver.count('repeated'),
    unanswered: sum(onPhones, -1),
    answeredTwice: sum(onPhones, 1),
    recognized: receiver.count('recognized'),
  };
  await inbox.close();
  await server.close();
  emulator.close();
  return figures;
}
