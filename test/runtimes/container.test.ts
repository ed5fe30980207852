import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { ImageStore } from './container-image.ts';

const obstacle = findObstacle();
if (obstacle !== undefined) process.stderr.write(`The test of the container image is skipped: ${obstacle}\n`);

function findObstacle(): string | undefined {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'no buildah here; apt-get install -y buildah';
  if (process.getuid?.() !== 0) return 'building without a container needs root';
  if (!existsSync(`${root}packages/emulator/dist/cli.js`)) return 'run npm run build first';
  if (!existsSync(`${root}packages/emulator/dist/inspector/index.html`)) return 'run npm run build first';
  return undefined;
}

/** The status of a call with the host name that other containers use. */
async function statusOf(url: string, host: string): Promise<number | undefined> {
  const request = get(url, { headers: { host } });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe.skipIf(obstacle !== undefined)('the container image (EMU-10, EMU-15)', () => {
  let store: ImageStore;

  beforeAll(async () => {
    store = new ImageStore();
    await store.build();
  }, 300_000);

  afterAll(async () => {
    await store[Symbol.asyncDispose]();
  }, 60_000);

  test('does not run as root, and has a health check', async () => {
    const { User, Healthcheck } = await store.settings();
    expect(User).toBe('1000:1000');
    expect(Healthcheck.Test.slice(0, 3)).toEqual(['CMD', 'node', '--eval']);
  });

  test('serves on every address, only to allowed hosts, and stops on SIGTERM', {
    timeout: 240_000,
  }, async () => {
    const { Entrypoint, Healthcheck } = await store.settings();
    const container = await store.createContainer();
    const server = store.start(container, [
      ...Entrypoint,
      '--port',
      '0',
      '--json',
      '--allow-host',
      'emulator',
    ]);
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { port } = new URL((JSON.parse(line.toString()) as { url: string }).url);
    const health = `http://127.0.0.1:${port}/_emulator/health`;
    expect(await statusOf(health, `emulator:${port}`)).toBe(200);
    expect(await statusOf(health, `localhost:${port}`)).toBe(200);
    expect(await statusOf(health, `other:${port}`)).toBe(403);
    expect(await (await fetch(`http://127.0.0.1:${port}/_emulator/`)).text()).toContain('<script');

    // The health check contains the port that the image exposes.
    const check = Healthcheck.Test.slice(1).map((word) => word.replace(':4010/', `:${port}/`));
    const [healthy] = (await once(store.start(container, check), 'close')) as [number];
    expect(healthy).toBe(0);

    const ended = once(server, 'close');
    store.terminate(server.pid ?? 0);
    expect((await ended)[0]).toBe(0);
    const [unhealthy] = (await once(store.start(container, check), 'close')) as [number];
    expect(unhealthy).toBe(1);
  });
});
