import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Application, Need } from './applications.ts';
import { missing as missingDatabases, type Service, startPostgres, startRedis } from './databases.ts';

const folder = (relative: string) => `${import.meta.dirname}/${relative}`;

const SERVERS = {
  redis: { missing: missingDatabases.redis, start: startRedis },
  postgres: { missing: missingDatabases.postgres, start: startPostgres },
  next: { missing: undefined, start: buildNext },
} as const satisfies Record<Need, { missing: string | undefined; start: () => Promise<Service> }>;

/** Why an application cannot run on this machine; undefined when it can. */
export function missingFor({ needs }: Application): string | undefined {
  if (!existsSync(folder('node_modules'))) return 'not installed: npm ci --prefix test/time';
  return needs.map((need) => SERVERS[need].missing).find((missing) => missing !== undefined);
}

/** What the applications need, started with the first application that needs it. */
export class Stage implements AsyncDisposable {
  readonly #started = new AsyncDisposableStack();
  readonly #services = new Map<Need, Promise<Service>>();

  /** Environment variables for one run of an application, with databases that are empty. */
  async environmentFor({ needs }: Application): Promise<Readonly<Record<string, string>>> {
    const environments = await Promise.all(needs.map(async (need) => (await this.#service(need)).fresh()));
    return Object.assign({}, ...environments) as Record<string, string>;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#started.disposeAsync();
  }

  #service(need: Need): Promise<Service> {
    const running = this.#services.get(need) ?? this.#start(need);
    this.#services.set(need, running);
    return running;
  }

  async #start(need: Need): Promise<Service> {
    return this.#started.use(await SERVERS[need].start());
  }
}

/** Builds the application of Next.js. */
async function buildNext(): Promise<Service> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [folder('node_modules/next/dist/bin/next'), 'build', folder('applications/next')],
    { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`next build failed: ${stdout}${stderr}`);
  return {
    fresh: () => Promise.resolve({ NEXT_TELEMETRY_DISABLED: '1' }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
