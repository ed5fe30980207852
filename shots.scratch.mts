import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { chromium } from 'playwright-core';
import { createServer } from 'node:http';
const [,, kind = '30', out = '/tmp/ribbon/shots', only = ''] = process.argv;
let fails = 3;
const hook = createServer((q, r) => { q.resume(); q.on('end', () => { r.statusCode = fails-- > 0 ? 500 : (q.url === '/401' ? 401 : 200); r.end('{"error":"no"}'); }); }); await new Promise<void>(r => hook.listen(0, r as any));
const port = (hook.address() as any).port;
const emulator = createEmulator({ now: '2026-01-01T09:00Z', organization: kind === '20000' ? { creditSystem: false } : {}, carrier: { rules: [{ to: '44770090015*', outcome: 'deliver', after: '4s' }] } } as any);
const server = await listen(emulator);
const { account } = emulator;
const client = createMessagingClient({ baseUrl: server.url, accountKey: account.apiKey, organizationKey: emulator.organization.apiKey, retry: { attempts: 1 } } as any);
const m = (to: string, body: string, o = {}) => ({ to, from: { type: 'custom' as const, value: 'DEMO' }, body, ...o });
const cb = { callback: `http://127.0.0.1:${port}/receipts` };
if (kind === '30') {
  const texts = ['593 020 is your Acme verification code', 'Your table for two is ready', 'Reminder: dentist tomorrow at 10:30', 'Din kod: 771204', 'Your parcel 48291377 is out for delivery', 'Grüße aus Köln 😀', 'Flight BA482 is delayed'];
  for (let i = 0; i < 26; i++) {
    await client.messages.send({ messages: [m(i % 7 === 3 ? '447700900822' : `4477009001${String(10 + i).padStart(2, '0')}`, texts[i % texts.length]!, i % 3 === 0 ? cb : {})] } as any).catch(() => {});
    await emulator.clock.advance(`${1 + (i * 7) % 5}m`);
    if (i % 9 === 4) emulator.handset(`4477009001${10 + i}`).reply("Yes please");
  }
  await client.messages.send({ messages: [m('447700900123', 'See you at noon', { send_at: '2026-01-01T12:00Z', ...cb }), m('447700900124', 'Evening', { send_at: '2026-01-01T18:00Z' })] } as any);
  await client.messages.send({ messages: [m('447700900125', 'x', { from: { type: 'custom', value: 'NOPE' } })] } as any).catch(() => {});
  await emulator.clock.advance('10m');
  await client.messages.send({ messages: [m('447700900700', 'No receipt ever')] } as any);
  await client.messages.send({ messages: [m('447700900150', 'Slow one', cb)] } as any);
}
if (kind === '20000') for (let i = 0; i < 20000; i += 500) {
  await client.messages.send({ messages: Array.from({ length: 500 }, (_, k) => m((i + k) % 11 === 0 ? '447700900822' : `4477${String(i + k).padStart(8, '0')}`, `Message ${i + k}: your code is ${100000 + (i + k) * 3 % 899999}`, k % 5 === 0 ? cb : {})) } as any);
  await emulator.clock.advance(`${3 + (i / 500) % 9}m`);
}
if (kind !== '0') { await emulator.settle(); await client.messages.send({ messages: [m('447700900160', 'Tomorrow at nine', { send_at: '2026-01-02T09:00Z' })] } as any).catch(e => console.log(e.message)); }
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const theme of ['light', 'dark'] as const) for (const [w, h] of [[1440, 900], [900, 800], [390, 844]] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: theme });
  const page = await context.newPage();
  page.on('pageerror', e => console.log('ERR', e.message));
  await page.goto(server.inspectorUrl);
  await page.waitForTimeout(900);
  for (const view of (only || 'overview,phones,messages,clock,accounts,webhooks,requests,state').split(',')) {
    await page.evaluate(v => { location.hash = `#/${v}`; }, view);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}/${view.replaceAll(/\W/g, '_')}-${kind}-${w}-${theme}.png` });
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (over) console.log('OVERFLOW', view, w, theme);
  }
  await context.close();
}
await browser.close(); await server.close(); emulator.close(); hook.close(); process.exit(0);
