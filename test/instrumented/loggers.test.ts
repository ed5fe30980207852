import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { missing } from './missing.ts';

/** Modules that export a logger, as a user of the library writes them. */
const loggers = {
  console: 'export const logger = console;',
  pino: `
    import { pino } from 'pino';
    export const logger = pino({ level: 'debug' }, pino.destination({ sync: true }));`,
  bunyan: `
    import bunyan from 'bunyan';
    export const logger = bunyan.createLogger({ name: 'shop', level: 'debug' });`,
  log4js: `
    import log4js from 'log4js';
    log4js.configure({
      appenders: { out: { type: 'stdout' } },
      categories: { default: { appenders: ['out'], level: 'debug' } },
    });
    export const logger = log4js.getLogger();`,
  consola: `
    import { createConsola } from 'consola';
    export const logger = createConsola({ level: 5 });`,
  tslog: `
    import { Logger } from 'tslog';
    export const logger = new Logger();`,
  'tslog as JSON': `
    import { Logger } from 'tslog';
    export const logger = new Logger({ type: 'json' });`,
  winston: "export { logger } from './recipes/winston.mjs';",
  'winston as lines': `
    import { messageFirst } from '@messaging-service/sdk';
    import winston from 'winston';
    const { format, transports } = winston;
    export const logger = messageFirst(winston.createLogger({
      level: 'debug',
      format: format.combine(format.timestamp(), format.splat(), format.simple()),
      transports: [new transports.Console()],
    }));`,
  'the module winston': `
    import { messageFirst } from '@messaging-service/sdk';
    import winston from 'winston';
    winston.configure({ level: 'debug', transports: [new winston.transports.Console()] });
    export const logger = messageFirst(winston);`,
  NestJS: "export { logger } from './recipes/nestjs.mjs';",
  'the class of NestJS': `
    import { messageFirst } from '@messaging-service/sdk';
    import { Logger } from '@nestjs/common';
    export const logger = messageFirst(Logger);`,
  'NestJS as JSON': `
    import { messageFirst } from '@messaging-service/sdk';
    import { ConsoleLogger } from '@nestjs/common';
    export const logger = messageFirst(new ConsoleLogger({ json: true }));`,
};

const calls = `
  import { createMessagingClient } from '@messaging-service/sdk';
  let status = 200;
  const { batches } = createMessagingClient({
    baseUrl: 'https://api.example.com',
    accountKey: '0123456789abcdef0123456789abcdef',
    transport: async () => ({ status, headers: {}, text: '{"batches":[]}' }),
    retry: { attempts: 2, delay: 0 },
    logger,
  });
  await batches.listPending();
  status = 503;
  await batches.listPending().catch(() => undefined);`;

/** Runs the calls with a logger, and returns everything that it wrote. */
async function log(module: string): Promise<string> {
  const program = `${module.replace('export const logger', 'const logger').replace('export {', 'import {')}${calls}`;
  const options = { cwd: import.meta.dirname, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    options,
  );
  return stdout + stderr;
}

describe.skipIf(missing !== undefined)('a logger writes each sentence and its details', () => {
  test.for(Object.entries(loggers))('%s', async ([, module]) => {
    const written = await log(module);
    expect(written).not.toContain('[object Object]');
    // A sentence of each level, and details that are in no sentence.
    expect(written).toContain('GET /batch: attempt 1');
    expect(written).toMatch(/GET \/batch returned 200 in \d+ ms/);
    expect(written).toMatch(/GET \/batch returned 503.*; trying again in \d+ ms/);
    expect(written).toContain('https://api.example.com/batch?key=[redacted]');
    expect(written).toContain('durationMs');
    expect(written).toContain('delayMs');
    expect(written).toContain('maybeSent');
    expect(written).not.toContain('0123456789abcdef');
  });
});
