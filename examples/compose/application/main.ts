// An application without dependencies: it calls the public API with fetch.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { HOST, PORT, MESSAGING_BASE_URL, MESSAGING_ACCOUNT_KEY, MESSAGING_SENDER, MESSAGING_EMULATOR_URL } =
  process.env;
const LIFETIME_MS = 5 * 60_000;
const codes = new Map<string, { readonly code: string; readonly expiresAt: number }>();

/** Returns the current time: that of the emulator if its address is set. */
async function now(): Promise<number> {
  if (MESSAGING_EMULATOR_URL === undefined) return Date.now();
  const clock = (await (await fetch(`${MESSAGING_EMULATOR_URL}/_emulator/clock`)).json()) as { now: string };
  return Date.parse(clock.now);
}

async function sendCode(phone: string): Promise<number> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const from = { type: 'custom', value: MESSAGING_SENDER };
  const body = JSON.stringify({ messages: [{ to: phone, from, body: `${code} is your code to log in.` }] });
  const { ok } = await fetch(`${MESSAGING_BASE_URL}/message?key=${MESSAGING_ACCOUNT_KEY}`, {
    method: 'POST',
    body,
  });
  if (!ok) return 503;
  codes.set(phone, { code, expiresAt: (await now()) + LIFETIME_MS });
  return 202;
}

async function logIn(phone: string, code: string): Promise<number> {
  const issued = codes.get(phone);
  codes.delete(phone);
  return issued !== undefined && issued.code === code && issued.expiresAt > (await now()) ? 200 : 401;
}

const server = createServer((request, response) => {
  void (async () => {
    const { phone, code } = (await json(request)) as { phone: string; code: string };
    if (request.url === '/login/code') return sendCode(phone);
    return request.url === '/login' ? logIn(phone, code) : 404;
  })()
    .catch(() => 500)
    .then((status) => response.writeHead(status).end());
});
server.listen(Number(PORT ?? 8000), HOST ?? '127.0.0.1', () => {
  process.stdout.write(`listening on ${JSON.stringify(server.address())}\n`);
});
process.once('SIGTERM', () => process.exit(0));
