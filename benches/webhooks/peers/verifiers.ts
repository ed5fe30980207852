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

/** The used parts of the packages. */
interface Stripe {
  readonly webhooks: { constructEvent(body: Buffer, header: string, secret: string): unknown };
}
interface Standard {
  readonly Webhook: new (
    secret: string,
  ) => { verify(body: Buffer, headers: Record<string, string>): unknown };
}
interface Octokit {
  verify(secret: string, body: string, signature: string): Promise<boolean>;
}

/** Whether they are installed. */
export const arePeersInstalled = existsSync(new URL('node_modules/stripe', import.meta.url));

const require = createRequire(import.meta.url);
const load = async <Module>(name: string) =>
  (await import(pathToFileURL(require.resolve(name)).href)) as Module;
const octokitFile = new URL('node_modules/@octokit/webhooks-methods/dist-node/index.js', import.meta.url);

const SECRET = 'whsec_YSBzZWNyZXQgYXMgbG9uZyBhcyBwZW9wbGUgbWFrZSB0aGVt';
/** A string, because a Buffer would cost more than the rest of the scheme. */
const KEY = createSecretKey(SECRET.slice(6), 'base64');

/** The verifiers, each with a body that it accepts. */
export async function peerCases(body: Buffer): Promise<readonly PeerCase[]> {
  const time = Math.floor(Date.now() / 1000);
  const id = 'msg_0190f3c4';
  const octokit = (await import(octokitFile.href)) as Octokit;
  const { default: StripeClient } = await load<{ default: new (key: string) => Stripe }>('stripe');
  const { webhooks } = new StripeClient('sk_test_x');
  const peer = (name: string, scheme: Scheme, verifier: (signature: string) => PeerCase['verify']) => {
    const { key, encoding, signed } = scheme;
    const signature = createHmac('sha256', key).update(signed(body)).digest(encoding);
    return { name, scheme, signature, verify: verifier(signature) };
  };
  const standard = async (name: string, prefix: string) => {
    const { Webhook } = await load<Standard>(name);
    const webhook = new Webhook(SECRET);
    const signed = (bytes: Buffer) => `${id}.${time}.${bytes.toString('utf8')}`;
    return peer(name, { key: KEY, encoding: 'base64', signed }, (signature) => {
      const headers = {
        [`${prefix}-id`]: id,
        [`${prefix}-timestamp`]: String(time),
        [`${prefix}-signature`]: `v1,${signature}`,
      };
      return (bytes) => webhook.verify(bytes, headers);
    });
  };
  return [
    peer(
      '@octokit/webhooks-methods',
      { key: SECRET, encoding: 'hex', signed: (bytes) => bytes },
      (signature) => async (bytes) => {
        const text = bytes.toString('utf8');
        if (!(await octokit.verify(SECRET, text, `sha256=${signature}`))) throw new Error('does not match');
        return JSON.parse(text) as unknown;
      },
    ),
    peer(
      'stripe',
      { key: SECRET, encoding: 'hex', signed: (bytes) => `${time}.${bytes.toString('utf8')}` },
      (signature) => {
        const header = `t=${time},v1=${signature}`;
        return (bytes) => webhooks.constructEvent(bytes, header, SECRET);
      },
    ),
    await standard('svix', 'svix'),
    await standard('standardwebhooks', 'webhook'),
  ];
}
