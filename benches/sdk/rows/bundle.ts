/** What a bundler makes of a program that makes a client and sends once, all that it loads later included. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { moduleOf, PEERS } from '../clients.ts';

const AIM_KB = 15;
const ESBUILD = fileURLToPath(new URL('../peers/node_modules/.bin/esbuild', import.meta.url));

/** A program for each client. */
const programs: Readonly<Record<string, string>> = {
  sdk: `import { createMessagingClient } from 'CLIENT';
    export const send = (one) => createMessagingClient({ baseUrl: 'https://a.test', accountKey: 'k' }).messages.sendOne(one);`,
  '@octokit/rest': `import { Octokit } from 'CLIENT';
    export const send = (one) => new Octokit().request('POST /message', one);`,
  openai: `import { OpenAI } from 'CLIENT';
    export const send = (one) => new OpenAI({ apiKey: 'k' }).post('/message', { body: one });`,
  resend: `import { Resend } from 'CLIENT'; export const send = (one) => new Resend('k').emails.send(one);`,
  stripe: `import Stripe from 'CLIENT'; export const send = (one) => new Stripe('k').customers.create(one);`,
  twilio: `import twilio from 'CLIENT'; export const send = (one) => twilio('AC1', 'k').messages.create(one);`,
  ky: `import ky from 'CLIENT'; export const send = (one) => ky.post('https://a.test', { json: one }).json();`,
};

/** Minified and compressed, in kB. */
function bundled(name: string, condition: string): number {
  const flags = [
    '--bundle',
    '--minify',
    '--format=esm',
    `--platform=${condition === 'browser' ? 'browser' : 'node'}`,
    `--conditions=${condition}`,
    // Optional parts that nobody installed.
    '--external:@react-email/*',
    '--log-level=error',
  ];
  const input = (programs[name] ?? '').replace('CLIENT', fileURLToPath(moduleOf(name)));
  const output = execFileSync(ESBUILD, flags, {
    input,
    cwd: fileURLToPath(new URL('../peers/', import.meta.url)),
    maxBuffer: 1e9,
  });
  return gzipSync(output, { level: 9 }).length / 1000;
}

const CONDITIONS = ['node', 'browser', 'workerd'] as const;
const ours = CONDITIONS.map((condition) => [condition, bundled('sdk', condition)] as const);
const others = ['ky', ...PEERS].map((name) => `${name} ${digits(bundled(name, 'node'))}`);
report([
  {
    work: 'bundle, client and one send, min+gzip',
    aim: `≤ ${AIM_KB} kB`,
    measured: `${ours.map(([condition, kb]) => `${condition} ${digits(kb)}`).join(', ')} kB; in Node ${others.join(', ')}`,
    met: ours.every(([, kb]) => kb <= AIM_KB),
  },
]);
