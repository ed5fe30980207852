/** Verifiers of other services. They are installed only in this folder, so they are imported by file. */
import { createHmac, createSecretKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Scheme } from '../by-hand.ts';

/** A verifier, its input, and the minimum cost of its scheme. */
export interface PeerCase {
  readonly name: string;
  readonly scheme: Scheme;
  readonly signature: string;
  /** Verifies and parses. */
  readonly verify: (body: Buffer) => unknown;
}

interface Stripe {
  readonly webhooks: { constructEvent(body: Buffer, header: string, secret: string): unknown };
}
interface StandardWebhook {
  verify(body: Buffer, headers: Record<string, string>): unknown;
}
interface Octokit {
  verify(secret: string, body: string, signature: string): Promise<boolean>;
}

/** Whether they are installed. */
export const arePeersInstalled = existsSync(new URL('node_modules/stripe', import.meta.url));

const require = createRequire(import.meta.url);
const load = async (name: string) => (await import(pathToFileURL(require.resolve(name)).href)) as unknown;

const SECRET = 'whsec_YSBzZWNyZXQgYXMgbG9uZyBhcyBwZW9wbGUgbWFrZSB0aGVt';
/** A string, because a Buffer would cost more than the rest of the scheme. */
const KEY = createSecretKey(SECRET.slice(6), 'base64');

/** The verifiers, each with a body that it accepts. */
export async function peerCases(body: Buffer): Promise<readonly PeerCase[]> {
  const time = Math.floor(Date.now() / 1000);
  const id = 'msg_0190f3c4';
  const standard = (name: string, webhook: StandardWebhook): PeerCase => {
    const scheme: Scheme = {
      key: KEY,
      encoding: 'base64',
      signed: (bytes) => `${id}.${time}.${bytes.toString('utf8')}`,
    };
    const signature = sign(scheme, body);
    const ids = name === 'svix' ? 'svix' : 'webhook';
    const headers = {
      [`${ids}-id`]: id,
      [`${ids}-timestamp`]: String(time),
      [`${ids}-signature`]: `v1,${signature}`,
    };
    return { name, scheme, signature, verify: (bytes) => webhook.verify(bytes, headers) };
  };
  const { default: StripeClient } = (await load('stripe')) as { default: new (key: string) => Stripe };
  const { Webhook: Svix } = (await load('svix')) as { Webhook: new (secret: string) => StandardWebhook };
  const { Webhook: Standard } = (await load('standardwebhooks')) as {
    Webhook: new (secret: string) => StandardWebhook;
  };
  return [
    octokitCase(
      (await import(
        new URL('node_modules/@octokit/webhooks-methods/dist-node/index.js', import.meta.url).href
      )) as Octokit,
      body,
    ),
    stripeCase(new StripeClient('sk_test_x'), body, time),
    standard('svix', new Svix(SECRET)),
    standard('standardwebhooks', new Standard(SECRET)),
  ];
}

function octokitCase(octokit: Octokit, body: Buffer): PeerCase {
  const scheme: Scheme = { key: SECRET, encoding: 'hex', signed: (bytes) => bytes };
  const signature = sign(scheme, body);
  const verifyAndParse = async (bytes: Buffer): Promise<unknown> => {
    const text = bytes.toString('utf8');
    if (!(await octokit.verify(SECRET, text, `sha256=${signature}`))) throw new Error('does not match');
    return JSON.parse(text);
  };
  return { name: '@octokit/webhooks-methods', scheme, signature, verify: verifyAndParse };
}

function stripeCase({ webhooks }: Stripe, body: Buffer, time: number): PeerCase {
  const scheme: Scheme = {
    key: SECRET,
    encoding: 'hex',
    signed: (bytes) => `${time}.${bytes.toString('utf8')}`,
  };
  const signature = sign(scheme, body);
  const header = `t=${time},v1=${signature}`;
  return {
    name: 'stripe',
    scheme,
    signature,
    verify: (bytes) => webhooks.constructEvent(bytes, header, SECRET),
  };
}

function sign({ key, encoding, signed }: Scheme, body: Buffer): string {
  return createHmac('sha256', key).update(signed(body)).digest(encoding);
}
