import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, runProcess } from '../targets/command.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A copy of the example, because Next.js writes to the folder of the application. Next.js is found in a parent folder. */
const FOLDER = path('./.application/');
const APPLICATION = `${FOLDER}nextjs-route/`;
const EXAMPLE = path('../../../examples/nextjs-route/');
const NEXT = path('../node_modules/next/dist/bin/next');

const ENVIRONMENT = { ...bareEnvironment(FOLDER), NEXT_TELEMETRY_DISABLED: '1' };

/** The reason to skip the tests if Next.js is not installed. */
export const notInstalled = existsSync(NEXT) ? undefined : 'not installed: npm ci --prefix test/runtimes';

/** A served application. */
export interface NextApplication extends AsyncDisposable {
  readonly url: string;
}

const CONFIG = `export default {
  // The packages are links to folders outside the application.
  turbopack: { root: ${JSON.stringify(path('../../../'))} },
};
`;

/** Builds the example and checks its types, without the environment variables that it reads at run time. */
export async function buildApplication(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(EXAMPLE, APPLICATION, { recursive: true });
  mkdirSync(`${APPLICATION}app/api/edge`, { recursive: true });
  cpSync(path('./edge-route.ts'), `${APPLICATION}app/api/edge/route.ts`);
  writeFileSync(`${APPLICATION}next.config.mjs`, CONFIG);
  await runProcess(process.execPath, [NEXT, 'build'], ENVIRONMENT, APPLICATION);
}

/** Serves the built application. */
export async function startApplication(
  environment: Readonly<Record<string, string>>,
): Promise<NextApplication> {
  const server = spawn(process.execPath, [NEXT, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: APPLICATION,
    env: { ...ENVIRONMENT, ...environment },
  });
  const ended = once(server, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: string) => {
      output += chunk;
      const [, found] = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', read);
    void ended.then(([code]) => reject(new Error(`next start ended with ${code}:\n${output}`)), reject);
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
