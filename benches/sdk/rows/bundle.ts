/** Size of a bundled program that creates a client and sends one message. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { moduleOf, PEERS } from '../clients.ts';

const AIM_KB = 33;
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

/** Returns the size of a program in one minified and compressed file, in kilobytes. */
function bundledKb(name: string, condition: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  const output = join(folder, 'bundle.js');
  const flags = [
    `--outfile=${output}`,
    '--bundle',
    '--minify',
    '--format=esm',
    `--platform=${condition === 'browser' ? 'browser' : 'node'}`,
    `--conditions=${condition}`,
    // These optional packages are not installed.
    '--external:@react-email/*',
    '--log-level=error',
  ];
  const input = (programs[name] ?? '').replace('CLIENT', fileURLToPath(moduleOf(name)));
  try {
    execFileSync(ESBUILD, flags, { input, cwd: fileURLToPath(new URL('../peers/', import.meta.url)) });
    return gzipSync(readFileSync(output), { level: 9 }).length / 1000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CONDITIONS = ['node', 'browser', 'workerd'] as const;
const ours = CONDITIONS.map((condition) => [condition, bundledKb('sdk', condition)] as const);
const others = ['ky', ...PEERS].map((name) => `${name} ${digits(bundledKb(name, 'node'))}`);
report([
  {
    work: 'bundle, client and one send in one file, min+gzip',
    aim: `≤ ${AIM_KB} kB`,
    measured: `${ours.map(([condition, kb]) => `${condition} ${digits(kb)}`).join(', ')} kB; in Node ${others.join(', ')}`,
    met: ours.every(([, kb]) => kb <= AIM_KB),
  },
]);
