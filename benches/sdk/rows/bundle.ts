/**
 * What a program that makes a client and sends once loads: the sum of the files that run, each compressed by itself, of
 * a bundler that splits code at every `import()`. What is in one file for everything is told beside it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The part of ours that a send does not load; the others load all that they have. */
const NEVER_LOADED = /^extras-/;

interface Size {
  /** The files that a client and one send load. */
  readonly loaded: number;
  /** Everything in one file. */
  readonly whole: number;
}

/** Minified and compressed, in kB. */
function bundled(name: string, condition: string): Size {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    run(name, condition, ['--splitting', `--outdir=${join(folder, 'split')}`]);
    run(name, condition, [`--outfile=${join(folder, 'whole.js')}`]);
    const files = readdirSync(join(folder, 'split')).filter((file) => !NEVER_LOADED.test(file));
    return {
      loaded: files.reduce((sum, file) => sum + compressed(join(folder, 'split', file)), 0),
      whole: compressed(join(folder, 'whole.js')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compressed(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length / 1000;
}

function run(name: string, condition: string, output: readonly string[]): void {
  const flags = [
    ...output,
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
  execFileSync(ESBUILD, flags, { input, cwd: fileURLToPath(new URL('../peers/', import.meta.url)) });
}

const CONDITIONS = ['node', 'browser', 'workerd'] as const;
const ours = CONDITIONS.map((condition) => [condition, bundled('sdk', condition)] as const);
const others = ['ky', ...PEERS].map((name) => `${name} ${digits(bundled(name, 'node').loaded)}`);
report([
  {
    work: 'bundle, client and one send, min+gzip',
    aim: `≤ ${AIM_KB} kB`,
    measured: `${ours.map(([condition, { loaded, whole }]) => `${condition} ${digits(loaded)} (${digits(whole)} in one file)`).join(', ')} kB; in Node ${others.join(', ')}`,
    met: ours.every(([, { loaded }]) => loaded <= AIM_KB),
  },
]);
