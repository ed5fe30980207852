import { messageRequest } from '@messaging-service/test-support';
import type { Agent } from './agents.ts';
/** Does the work of one agent in a sandbox of its own, and returns what it saw. */
export async function workOf({ call }: Agent, name: string) {
  const { sandbox, variables } = (await call('open_sandbox', { name, clock: 'virtual' })).data;
  const waiting = call('wait_for_message', { sandbox, code: true, timeout: '60s' });
  const send = (body: string, members: object = {}) =>
    fetch(`${variables.MESSAGING_BASE_URL}/message?key=${variables.MESSAGING_ACCOUNT_KEY}`, {
      method: 'POST',
      body: JSON.stringify(messageRequest({ body, ...members })),
    });
  await send(`Your code is ${name}`);
  const { code } = (await waiting).data;
  await send(`Later ${name}`, { send_at: '2100-01-01T09:00Z' });
  const { sent } = (await call('advance_clock', { sandbox, to: '2100-01-02T09:00Z' })).data;
  const { messages } = (await call('list_messages', { sandbox })).data;
  return { code, sent, bodies: messages.map(({ body }: { body: string }) => body) };
}

export function expectedOf(name: string) {
  return { code: name, sent: 1, bodies: [`Your code is ${name}`, `Later ${name}`] };
}

export const NAMES = Array.from({ length: 50 }, (_, index) => String(100_000 + index));
