import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRedis, redisTitle, startRedis } from '../../webhooks/test/redis-server.ts';
import { type Application, serveFollowed } from './application.ts';
import { startEncryptedRedis } from './encrypted-redis.ts';

/** The start of applications that use Redis with both clients. */
const CLIENTS = `
  import { Redis } from 'ioredis';
  import { createClient } from 'redis';
  const path = process.env.REDIS;
  const connect = () => new Redis({ path, maxRetriesPerRequest: null });
`;

async function redisPath(): Promise<string> {
  const redis = await startRedis();
  onTestFinished(() => redis[Symbol.asyncDispose]());
  return redis.socket;
}

/** What an application has written after it was ready. */
const effects = ({ lines }: Application) => lines.slice(lines.indexOf('ready') + 1);

describe.skipIf(!hasRedis)(redisTitle, { timeout: 60_000 }, () => {
  test('an idle worker of BullMQ does not hold an advance, and delayed jobs run at their instants (EMU-17)', async () => {
    const { emulator, start } = await serveFollowed({}, { REDIS: await redisPath() });
    const application = await start(`${CLIENTS}
      import { Queue, Worker } from 'bullmq';
      const connection = { path, maxRetriesPerRequest: null };
      const queue = new Queue('reminders', { connection });
      new Worker('reminders', async ({ name, attemptsMade }) => {
        say(name);
        if (name === 'fails twice' && attemptsMade < 2) throw new Error('again');
      }, { connection });
      await queue.add('reminder', {}, { delay: 1_200_000 });
      await queue.add('fails twice', {}, { delay: 1_000, attempts: 3, backoff: { type: 'fixed', delay: 60_000 } });
      await queue.upsertJobScheduler('report', { every: 600_000 }, { name: 'report' });`);
    await emulator.clock.advance('25m');
    await application.line('reminder 2026-01-01T09:20:00.000Z');
    expect(effects(application).toSorted()).toEqual([
      'fails twice 2026-01-01T09:00:01.000Z',
      'fails twice 2026-01-01T09:01:01.000Z',
      'fails twice 2026-01-01T09:02:01.000Z',
      'reminder 2026-01-01T09:20:00.000Z',
      'report 2026-01-01T09:00:00.000Z',
      'report 2026-01-01T09:10:00.000Z',
      'report 2026-01-01T09:20:00.000Z',
    ]);
    expect(application.errors()).toBe('');
  });

  test('a blocking read ends when its time is over, with the reply of Redis, and the connection continues', async () => {
    const { emulator, start } = await serveFollowed({}, { REDIS: await redisPath() });
    const application = await start(`${CLIENTS}
      const redis = connect();
      await redis.set('key', 'value');
      const reads = {
        blpop: () => redis.blpop('list', 5),
        brpoplpush: () => redis.brpoplpush('list', 'other', 1),
        bzpopmin: () => redis.bzpopmin('scores', 0.25),
        blmpop: () => redis.blmpop(2, 1, 'list', 'LEFT'),
        xread: () => redis.xread('COUNT', 1, 'BLOCK', 1_500, 'STREAMS', 'stream', '$'),
      };
      const pipeline = redis.pipeline().get('key').blpop('list', 1).get('key');
      ready();
      for (const [name, read] of Object.entries(reads)) {
        const [reply, value] = await Promise.all([read(), redis.get('key')]);
        say(name, reply, value);
      }
      say(JSON.stringify(await pipeline.exec()));
      say(JSON.stringify(await redis.multi().blpop('list', 9).get('key').exec()));
      for (const RESP of [2, 3]) {
        const client = await createClient({ socket: { path }, RESP }).connect();
        const [reply, value] = await Promise.all([client.blPop('list', 10), client.get('key')]);
        say('redis', RESP, reply, value);
      }`);
    await emulator.clock.advance('1h');
    await application.line(/^redis 3/);
    expect(effects(application)).toEqual([
      'blpop null value 2026-01-01T09:00:05.000Z',
      'brpoplpush null value 2026-01-01T09:00:06.000Z',
      'bzpopmin null value 2026-01-01T09:00:06.250Z',
      'blmpop null value 2026-01-01T09:00:08.250Z',
      'xread null value 2026-01-01T09:00:09.750Z',
      '[[null,"value"],[null,null],[null,"value"]] 2026-01-01T09:00:10.750Z',
      '[[null,null],[null,"value"]] 2026-01-01T09:00:10.750Z',
      'redis 2 null value 2026-01-01T09:00:20.750Z',
      'redis 3 null value 2026-01-01T09:00:30.750Z',
    ]);
  });

  test('a write in one application wakes the readers of another one at the same instant', async () => {
    const { emulator, start } = await serveFollowed({}, { REDIS: await redisPath() });
    const reader = await start(`${CLIENTS}
      const [list, stream, channel] = [connect(), connect(), connect()];
      channel.on('message', (_, text) => say('message', text));
      await channel.subscribe('channel');
      const read = async () => {
        for (;;) say('list', (await list.blpop('list', 0))[1]);
      };
      const listen = async () => {
        for (let id = '$'; ; ) {
          const [[, [[next]]]] = await stream.xread('BLOCK', 0, 'STREAMS', 'stream', id);
          say('stream');
          id = next;
        }
      };
      read();
      listen();`);
    await start(`${CLIENTS}
      const redis = connect();
      let hour = 0;
      setInterval(async () => {
        hour++;
        await redis.publish('channel', hour);
        await redis.xadd('stream', '*', 'hour', hour);
        await redis.rpush('list', hour);
      }, 3_600_000);
      await redis.ping();`);
    await emulator.clock.advance('3h');
    await reader.line('list 3 2026-01-01T12:00:00.000Z');
    expect(effects(reader).toSorted()).toEqual([
      'list 1 2026-01-01T10:00:00.000Z',
      'list 2 2026-01-01T11:00:00.000Z',
      'list 3 2026-01-01T12:00:00.000Z',
      'message 1 2026-01-01T10:00:00.000Z',
      'message 2 2026-01-01T11:00:00.000Z',
      'message 3 2026-01-01T12:00:00.000Z',
      'stream 2026-01-01T10:00:00.000Z',
      'stream 2026-01-01T11:00:00.000Z',
      'stream 2026-01-01T12:00:00.000Z',
    ]);
  });

  test('a blocking read continues after its connection was killed, also with a password', async () => {
    const { emulator, start } = await serveFollowed({}, { REDIS: await redisPath() });
    const application = await start(`${CLIENTS}
      const admin = connect();
      await admin.config('SET', 'requirepass', 'secret');
      const redis = new Redis({ path, password: 'secret', maxRetriesPerRequest: null });
      const first = redis.blpop('list', 3_600);
      await once(redis, 'ready');
      const closed = once(redis, 'close');
      await admin.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await closed;
      await once(redis, 'ready');
      ready();
      say(await first);
      say(await redis.blpop('list', 60));`);
    await emulator.clock.advance('2h');
    await application.line('null 2026-01-01T10:01:00.000Z');
    expect(effects(application)).toEqual(['null 2026-01-01T10:00:00.000Z', 'null 2026-01-01T10:01:00.000Z']);
  });

  test('a blocking read and a subscription follow on an encrypted connection, too', async () => {
    const { emulator, start } = await serveFollowed({}, { PORT: await startEncryptedRedis() });
    const application = await start(`
      import { Redis } from 'ioredis';
      const connect = () =>
        new Redis({ port: process.env.PORT, tls: { rejectUnauthorized: false }, maxRetriesPerRequest: null });
      const [list, channel, writer] = [connect(), connect(), connect()];
      channel.on('message', (_, text) => say(text));
      await channel.subscribe('channel');
      setTimeout(() => writer.publish('channel', 'message'), 3_000);
      await Promise.all([list.ping(), writer.ping()]);
      ready();
      say(await list.blpop('list', 5));
      say(await list.blpop('list', 60));`);
    await emulator.clock.advance('1h');
    await application.line('null 2026-01-01T09:01:05.000Z');
    expect(effects(application)).toEqual([
      'message 2026-01-01T09:00:03.000Z',
      'null 2026-01-01T09:00:05.000Z',
      'null 2026-01-01T09:01:05.000Z',
    ]);
    expect(application.errors()).toBe('');
  });

  test('an application that may not end a read is told so, and the advance continues', async () => {
    const { emulator, start } = await serveFollowed({}, { REDIS: await redisPath() });
    const application = await start(`${CLIENTS}
      await connect().acl('SETUSER', 'app', 'on', '>secret', '~*', '+@all', '-client');
      const redis = new Redis({ path, username: 'app', password: 'secret', maxRetriesPerRequest: null });
      redis.blpop('list', 5);
      setTimeout(() => say('later'), 60_000);
      await once(redis, 'ready');`);
    await emulator.clock.advance('1h');
    await application.line('later 2026-01-01T09:01:00.000Z');
    expect(application.errors()).toMatch(
      /BLPOP on \/.*redis\.sock cannot be ended when its time is over: NOPERM .* must be allowed to call CLIENT ID and CLIENT UNBLOCK/,
    );
  });
});
