import { matches } from './checks.ts';
import type { Cases } from './context.ts';
import { message, sender } from './sending.ts';

/** Sending any number of messages. */
export const many: Cases = {
  'sends the messages of an iterable in chunks, and returns the outcome of each in order': async (
    context,
  ) => {
    const { messages } = sender(context);
    const numbers = Array.from({ length: 23 }, (_, index) => `4477009001${10 + index}`);
    async function* rows() {
      for (const to of numbers) yield await Promise.resolve({ to });
    }
    const { from } = message;
    const progress: number[] = [];
    const sent: string[] = [];
    for await (const outcome of messages.sendMany(rows(), {
      defaults: { from, body: 'Hello' },
      chunkSize: 5,
      concurrency: 2,
      onProgress: ({ settled }) => progress.push(settled),
    }))
      if (outcome.ok) sent.push(outcome.queued.to);
    matches(sent, numbers);
    matches(progress.at(-1), numbers.length);
    matches((await context.sandbox.messages()).length, numbers.length);
  },
  'sends the other messages of a chunk if one is invalid': async (context) => {
    const bad = { ...message, from: { type: 'custom', value: 'OTHER' } } as const;
    const wrong = { ...message, to: 'nobody' };
    const outcomes: unknown[] = [];
    const source = [message, bad, message, wrong, message];
    for await (const outcome of sender(context).messages.sendMany(source))
      outcomes.push(outcome.ok || outcome.error.name);
    matches(outcomes, [true, 'SenderNotOwnedError', true, 'RequestValidationError', true]);
    matches((await context.sandbox.messages()).length, 3);
  },
};
