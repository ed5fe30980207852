import { existsSync } from 'node:fs';

const here = import.meta.dirname;

/** The reason to skip these tests; undefined if everything is installed and built. */
export const missing = findMissing();

function findMissing(): string | undefined {
  const libraries = ['@opentelemetry/api', '@sentry/node', 'dd-trace', 'pino', 'winston'];
  if (!libraries.every((name) => existsSync(`${here}/node_modules/${name}`)))
    return 'The libraries are not installed: run `npm ci --prefix test/instrumented`.';
  if (!existsSync(`${here}/../../packages/sdk/dist/index.js`))
    return 'The client is not built: run `npm run build`.';
  return undefined;
}

if (missing !== undefined)
  process.stderr.write(`${missing} The tests of instrumented processes are skipped.\n`);
