import { expectRefusal, expectSuccess } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { Unasked, Violation } from '../service/verdict.ts';

const SHARED = { type: 'shared' };

/** Where nothing is sent: dry runs have no receipts. */
const CALLBACK = 'https://example.com/conformance-check';

/** A message that lacks something or has something wrong, and the clause that says so. */
function refused(id: string, clause: string, sentence: string, members: object): Case {
  const run: Case['run'] = async (asker) => {
    expectRefusal(await asker.dryRun({ messages: [asker.message(members)] }));
  };
  return { id: `add-message.${id}`, clause, sentence, needs: [], run };
}

const FIELDS = 'MSG-1';

/** What dry runs tell of add-message, without a message being sent. MSG-5. */
export const dryRuns: readonly Case[] = [
  {
    id: 'dry-run.queues-nothing',
    clause: 'MSG-9',
    sentence: 'A dry run of a scheduled message queues nothing.',
    needs: [],
    run: async (asker) => {
      await asker.proveDryRuns();
    },
  },
  refused('to-required', FIELDS, 'A message without a destination is refused.', { to: undefined }),
  refused('from-required', FIELDS, 'A message without a sender is refused.', { from: undefined }),
  refused('body-required', FIELDS, 'A message without a text is refused.', { body: undefined }),
  refused('custom-needs-value', FIELDS, 'A custom sender without a value is refused.', {
    from: { type: 'custom' },
  }),
  refused('sender-type', FIELDS, 'A sender that is neither custom nor shared is refused.', {
    from: { type: 'borrowed', value: 'DEMO' },
  }),
  refused('send-at-is-a-time', FIELDS, 'A send_at that is no timestamp is refused.', { send_at: 'tomorrow' }),
  {
    id: 'add-message.messages-required',
    clause: 'MSG-1',
    sentence: 'A request without messages is refused.',
    needs: [],
    run: async (asker) => {
      expectRefusal(await asker.dryRun({ defaults: asker.message() }));
    },
  },
  {
    id: 'add-message.json',
    clause: 'API-1',
    sentence: 'A body that is not JSON is refused.',
    needs: [],
    run: async (asker) => {
      await asker.refuse('messages.send', { text: '{"messages": [' });
    },
  },
  {
    id: 'add-message.merge-validates-merged',
    clause: 'MSG-3',
    sentence: 'What a message lacks is taken from the defaults before it is validated.',
    needs: [],
    run: async (asker) => {
      const { to, ...defaults } = asker.message();
      expectSuccess('messages.send', await asker.dryRun({ messages: [{ to }], defaults }));
    },
  },
  {
    id: 'add-message.merge-own-values-win',
    clause: 'MSG-3',
    sentence: "A message's own values win over the defaults.",
    needs: [],
    run: async (asker) => {
      const defaults = { body: 'of the defaults' };
      const [message] = await asker.dryRunMessages({ messages: [asker.message({ body: 'own' })], defaults });
      if (message?.body !== 'own') throw new Violation(`the text was answered as ${message?.body}`);
    },
  },
  {
    id: 'add-message.merge-from',
    clause: 'MSG-3',
    sentence: 'A sender set in the defaults appears in the returned messages.',
    needs: [],
    run: async (asker) => {
      const { from, ...message } = asker.message();
      const [queued] = await asker.dryRunMessages({ messages: [message], defaults: { from } });
      const { type } = from as { readonly type: string };
      if (queued?.from.type !== type) throw new Violation(`the sender was answered as ${queued?.from.type}`);
    },
  },
  {
    id: 'add-message.one-answer-each',
    clause: 'MSG-6',
    sentence: 'There is one answer for each message of the request.',
    needs: [],
    run: async (asker) => {
      const bodies = ['the first', 'the second', 'the third'];
      const messages = bodies.map((body) => asker.message({ body }));
      const answered = (await asker.dryRunMessages({ messages })).map(({ body }) => body);
      if (answered.join() !== bodies.join())
        throw new Violation(`the texts were ${JSON.stringify(answered)}`);
    },
  },
  {
    id: 'add-message.shared-sender-shown',
    clause: 'MSG-6',
    sentence: 'For a shared sender, the shared sender ID that was assigned is shown.',
    needs: [],
    run: async (asker) => {
      const messages = [asker.message({ from: SHARED })];
      const [message] = await asker.dryRunMessages({ messages });
      if (message?.from.type !== 'shared' || message.from.value === '')
        throw new Violation(`the sender was answered as ${JSON.stringify(message?.from)}`);
    },
  },
  {
    id: 'add-message.scheduled',
    clause: 'SCH-1',
    sentence: 'A message for more than five minutes ahead is scheduled.',
    needs: [],
    run: async (asker) => {
      const [message] = await asker.dryRunMessages({
        messages: [asker.message({ send_at: asker.minutesAhead(6) })],
      });
      if (message?.scheduled !== true) throw new Violation('it was not scheduled');
    },
  },
  {
    id: 'add-message.sent-at-once',
    clause: 'SCH-1',
    sentence: 'A message for fewer than five minutes ahead, or for the past, is sent at once.',
    needs: [],
    run: async (asker) => {
      const times = [asker.minutesAhead(4), asker.minutesAhead(-60)];
      const messages = times.map((send_at) => asker.message({ send_at }));
      for (const { scheduled } of await asker.dryRunMessages({ messages })) {
        if (scheduled) throw new Violation('it was scheduled');
      }
    },
  },
  {
    id: 'add-message.send-at-echoed',
    clause: 'MSG-6, API-4',
    sentence: 'A scheduled message shows send_at as it was given, to the minute.',
    needs: [],
    run: async (asker) => {
      const { farAhead } = asker;
      const [message] = await asker.dryRunMessages({ messages: [asker.message({ send_at: farAhead })] });
      if (message?.send_at !== farAhead) throw new Violation(`${farAhead} was answered ${message?.send_at}`);
    },
  },
  {
    id: 'add-message.echoes',
    clause: 'MSG-6',
    sentence: 'callback, channels and id are shown as they were given.',
    needs: [],
    run: async (asker) => {
      const given = { callback: CALLBACK, channels: ['rcs', 'sms'], id: crypto.randomUUID() };
      const [message] = await asker.dryRunMessages({ messages: [asker.message(given)] });
      const { callback, channels, id } = message ?? {};
      const shown = JSON.stringify({ callback, channels, id });
      if (shown !== JSON.stringify(given)) throw new Violation(`they were answered as ${shown}`);
    },
  },
  {
    id: 'add-message.sender-owned',
    clause: 'SND-1',
    sentence: 'A custom sender ID that the account does not own is refused.',
    needs: [],
    run: async (asker) => {
      const messages = [asker.message({ from: { type: 'custom', value: 'NOTMINE0000' } })];
      const answer = await asker.dryRun({ messages });
      if (answer.status !== 200) return void expectRefusal(answer);
      if (asker.target.dryRunOnly !== false)
        throw new Unasked('dry runs do not check senders here; only sending would tell');
      expectRefusal(await asker.sendFarAhead({ messages }));
    },
  },
  {
    id: 'add-batch.destinations-required',
    clause: 'MSG-1',
    sentence: 'A batch without destinations is refused.',
    needs: ['sender'],
    run: async (asker) => {
      const { farAhead: at, target } = asker;
      expectRefusal(await asker.dryRunBatch({ from: target.sender, message: 'Conformance check', at }));
    },
  },
  {
    id: 'add-batch.dry-run',
    clause: 'BAT-6',
    sentence: 'A dry run of a scheduled batch queues nothing.',
    needs: ['sender'],
    run: async (asker) => {
      const { farAhead: at, target, to } = asker;
      const body = { from: target.sender, message: 'Conformance check', destinations: [to], at, send_at: at };
      expectSuccess('batches.send', await asker.dryRunBatch(body));
    },
  },
];
