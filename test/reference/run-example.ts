import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildInboundMessage, signTestWebhook } from '@messaging-service/webhooks';
import { expect, onTestFinished, vi } from 'vitest';
import { type ModuleRun, runModule } from '../documents/run-module.ts';
import { type DocExample, saveExample } from './doc-examples.ts';

/** The secret of webhooks in the examples. */
const SECRET = 'a secret for tests';

/**
 * Runs an example to its end, and checks that its output is what the comments after `console.log` show. A server that it
 * starts must accept a signed webhook.
 *
 * @param folder - A folder for its files.
 * @param example - The example.
 * @param change - Changes its text, for example an address.
 */
export async function runExample(
  folder: string,
  example: DocExample,
  change: (code: string) => string = (code) => code,
): Promise<ModuleRun> {
  vi.stubEnv('WEBHOOK_SECRET', SECRET);
  vi.spyOn(console, 'assert').mockImplementation((isTrue, ...details) => {
    if (isTrue !== true) throw new Error(`console.assert failed ${details.join(' ')}`);
  });
  const listen = vi.spyOn(Server.prototype, 'listen');
  const ownServers = () => listen.mock.results.map(({ value }) => value as Server);
  onTestFinished(() => {
    for (const server of ownServers()) {
      server.closeAllConnections();
      server.close();
    }
  });
  // Any free port, because this one may be in use.
  const run = await runModule(
    saveExample(folder, example, (code) =>
      change(code).replaceAll('3000)', '0)').replaceAll('port: 3000', 'port: 0'),
    ),
  );
  const { printed } = run;
  for (const line of shownOutput(example.code)) expect(withoutSpaces(printed)).toContain(withoutSpaces(line));
  for (const server of ownServers().filter(({ listening }) => listening)) await expectReceiver(server);
  // A loop over nothing, or an error that does not occur, would print nothing.
  if (/console\.(log|warn)\(/.test(example.code) && listen.mock.results.length === 0)
    expect(printed).not.toBe('');
  return run;
}

/** The output in comments. A comment with an ellipsis only shows the beginning. */
function shownOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ ([^…\n]+)$/gm)].map(([, text = '']) => text);
}

/** The console breaks long values into lines. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

async function expectReceiver(server: Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const webhook = await signTestWebhook(buildInboundMessage({ message: 'YES' }), { secret: SECRET });
  const response = await fetch(`http://127.0.0.1:${port}/webhook`, webhook);
  expect(response.status).toBe(200);
}
