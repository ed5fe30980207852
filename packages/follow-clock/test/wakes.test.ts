import { expect, test } from 'vitest';
import { type Application, serveFollowed } from './application.ts';
import { serveSlowPostgres, serveSlowRedis } from './slow-servers.ts';

/** What a reader does with what another application has written each hour. */
const READ = `
  const read = (text) => {
    say('read', text);
    setTimeout(() => say('confirmed', text), 600_000);
  };
`;

const READ_AT_EACH_HOUR = [
  'read 1 2026-01-01T10:00:00.000Z',
  'confirmed 1 2026-01-01T10:10:00.000Z',
  'read 2 2026-01-01T11:00:00.000Z',
  'confirmed 2 2026-01-01T11:10:00.000Z',
];

const effects = ({ lines }: Application) => lines.slice(lines.indexOf('ready') + 1);

/** A connection without a library: what it writes is known to the byte. */
const CONNECT = `
  import { connect } from 'node:net';
  const socket = connect(process.env.PORT, '127.0.0.1');
  const hears = (pattern) => new Promise((resolve) => {
    socket.on('data', (chunk) => pattern.test(chunk.toString('latin1')) && resolve());
  });
`;

/** A connection that Postgres has accepted. */
const POSTGRES = `${CONNECT}
  const int = (value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const query = (text) => socket.write(Buffer.concat([Buffer.from('Q'), int(text.length + 5), Buffer.from(text + '\\0')]));
  const started = hears(/Z/);
  socket.write(Buffer.concat([int(9), int(196_608), Buffer.alloc(1)]));
  await started;
`;

test('a message that Redis sends after it has replied to the writer is read at the instant of the write', async () => {
  const { emulator, start } = await serveFollowed({}, { PORT: await serveSlowRedis() });
  const redis = `${CONNECT}
    const command = (...words) => {
      const texts = words.map((word) => '$' + String(word).length + '\\r\\n' + word + '\\r\\n');
      socket.write('*' + words.length + '\\r\\n' + texts.join(''));
    };
  `;
  const reader = await start(`${redis}${READ}
    command('SUBSCRIBE', 'channel');
    await hears(/subscribe/);
    socket.on('data', (chunk) => read(/(\\d+)\\r\\n$/.exec(chunk.toString())[1]));`);
  await start(`${redis}
    let hour = 0;
    setInterval(() => command('PUBLISH', 'channel', ++hour), 3_600_000);
    await once(socket, 'connect');`);
  await emulator.clock.advance('150m');
  await reader.line(/^confirmed 2/);
  expect(effects(reader)).toEqual(READ_AT_EACH_HOUR);
});

test('a notification that Postgres sends after it has replied to the writer is read at the instant of the write', async () => {
  const { emulator, start } = await serveFollowed({}, { PORT: await serveSlowPostgres() });
  const reader = await start(`${POSTGRES}${READ}
    const listens = hears(/OK/);
    query('listen channel');
    await listens;
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (/Z/.test(text)) say('a reply without a query');
      read(/channel\\0(\\d+)/.exec(text)[1]);
    });`);
  await start(`${POSTGRES}
    let hour = 0;
    setInterval(() => query("notify channel, '" + ++hour + "'"), 3_600_000);`);
  await emulator.clock.advance('150m');
  await reader.line(/^confirmed 2/);
  expect(effects(reader)).toEqual(READ_AT_EACH_HOUR);
});

test('a pool of postgres.js keeps its connections when hours pass (EMU-17)', async () => {
  const { emulator, start } = await serveFollowed({}, { PORT: await serveSlowPostgres() });
  const application = await start(`
    import postgres from 'postgres';
    const sql = postgres({ host: '127.0.0.1', port: process.env.PORT, fetch_types: false, max: 1 });
    await sql.unsafe('select 1').simple();
    setInterval(async () => {
      await sql.unsafe('select 1').simple();
      say('replied');
    }, 7_200_000);`);
  await emulator.clock.advance('5h');
  await application.line('replied 2026-01-01T13:00:00.000Z');
  expect(effects(application)).toEqual([
    'replied 2026-01-01T11:00:00.000Z',
    'replied 2026-01-01T13:00:00.000Z',
  ]);
});

test('queries that are written together are all finished at the instant at which they began (EMU-17)', async () => {
  const { emulator, start } = await serveFollowed({}, { PORT: await serveSlowPostgres() });
  const application = await start(`${POSTGRES}
    setTimeout(() => {
      query('select 1');
      query('select pg_sleep(2)');
    }, 3_600_000);
    setTimeout(() => say('later'), 7_200_000);
    socket.on('data', (chunk) => say('replied', chunk.toString('latin1').match(/OK/g).length));`);
  await emulator.clock.advance('150m');
  await application.line(/^later/);
  expect(effects(application)).toEqual([
    'replied 1 2026-01-01T10:00:00.000Z',
    'replied 1 2026-01-01T10:00:00.000Z',
    'later 2026-01-01T11:00:00.000Z',
  ]);
});
