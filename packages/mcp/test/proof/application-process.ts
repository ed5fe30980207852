import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const APPLICATION = `${ROOT}test/mcp/application`;
export const SOURCES = ['--import', `${ROOT}tools/source-resolution.ts`];

/** A response of the application. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The application under test in a process of its own. */
export interface RunningApplication extends AsyncDisposable {
  readonly url: string;
  /** A call such as `call('POST /codes', { phone })`. */
  call(name: string, body?: object): Promise<Reply>;
}

/** Starts the application with the variables of an environment, and perhaps a planted bug. */
export async function startApplication(
  variables: Readonly<Record<string, string>>,
  bug: string | undefined,
): Promise<RunningApplication> {
  const child = spawn(process.execPath, [...SOURCES, `${APPLICATION}/main.ts`], {
    env: { ...process.env, ...variables, ...(bug === undefined ? {} : { PLANTED: bug }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    call: async (name, body) => {
      const [method = '', path = ''] = name.split(' ');
      const response = await fetch(url + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Reply['body'] };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'close');
    },
  };
}
