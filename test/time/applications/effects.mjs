import { appendFileSync, readFileSync } from 'node:fs';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Records what a program does, with its time. All programs of an application write to one file. */
export function effect(text) {
  appendFileSync(process.env.EFFECTS, `${new Date().toISOString()} ${text}\n`);
}

/** Sends a message through the emulator, and records that it did. */
export async function send(body) {
  const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body };
  const response = await fetch(
    `${process.env.MESSAGING_EMULATOR_URL}/message?key=${process.env.ACCOUNT_KEY}`,
    {
      method: 'POST',
      body: JSON.stringify({ messages: [message] }),
    },
  );
  if (!response.ok) throw new Error(await response.text());
  effect(`sent ${body}`);
}

/** Counts the attempts of all programs of the application. */
function countAttempt() {
  const attempt = readFileSync(process.env.EFFECTS, 'utf8').split(' attempt ').length;
  effect(`attempt ${attempt}`);
  return attempt;
}

/** The jobs of every application: one each hour, one tomorrow, and one that succeeds at its third attempt. */
export const jobs = {
  hour: () => effect('hour'),
  reminder: () => send('reminder'),
  delivery: async () => {
    if (countAttempt() < 3) throw new Error('not yet');
  },
};

/** Repeats a job that fails, for libraries that do not. */
export async function retrying(job, delays) {
  for (const delay of [...delays, undefined]) {
    try {
      return await job();
    } catch (error) {
      if (delay === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Reports that time may move. */
export function ready() {
  console.log('ready');
}
