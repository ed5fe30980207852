import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { root, sourcePaths } from '../../tools/source-paths.ts';

/** A version of Next.js that the application runs in: a folder with its own lockfile. */
export type Version = '14' | '16';

/** Settings of a route segment that change what the `fetch` of Next.js does. Each has a route handler and a page. */
export const SEGMENTS = {
  plain: '',
  revalidate: 'export const revalidate = 3600;',
  'default-cache': "export const fetchCache = 'default-cache';",
  'force-cache': "export const fetchCache = 'force-cache';",
  'only-cache': "export const fetchCache = 'only-cache';",
  edge: "export const runtime = 'edge';",
} as const;

const LAYOUT = `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

/** A built application in a folder of its own, with the environment that it runs in. */
export class NextApplication {
  readonly #folder: string;
  readonly #next: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(version: Version, environment: Readonly<Record<string, string>>) {
    this.#folder = `${import.meta.dirname}/${version}/application`;
    this.#next = `${import.meta.dirname}/${version}/node_modules/next/dist/bin/next`;
    this.#environment = { ...process.env, ...environment, NEXT_TELEMETRY_DISABLED: '1' };
  }

  /** Why the application cannot run on this machine; undefined when it can. */
  static missing(version: Version): string | undefined {
    const installed = existsSync(`${import.meta.dirname}/${version}/node_modules`);
    return installed ? undefined : `not installed: npm ci --prefix test/nextjs/${version}`;
  }

  /** Writes the application and builds it. Returns the output of the build. */
  async build(): Promise<string> {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(`${this.#folder}/app`, { recursive: true });
    writeFileSync(`${this.#folder}/app/layout.js`, LAYOUT);
    await bundleClients(`${this.#folder}/client.mjs`);
    writeFileSync(`${this.#folder}/package.json`, '{ "private": true, "type": "module" }');
    writeFileSync(`${this.#folder}/next.config.mjs`, `export default { experimental: { cpus: 1 } };\n`);
    for (const [name, settings] of Object.entries(SEGMENTS)) this.#writeSegment(name, settings);
    const building = this.#run('build');
    const [code] = (await once(building.process, 'close')) as [number | null];
    if (code !== 0) throw new Error(`next build ended with ${code}:\n${building.output()}`);
    return building.output();
  }

  /** Serves the built application, until the returned object is disposed of. */
  async start(): Promise<{ readonly url: string; readonly output: () => string } & AsyncDisposable> {
    const running = this.#run('start', '--hostname', '127.0.0.1', '--port', '0');
    const ended = once(running.process, 'close');
    const url = await new Promise<string>((resolve, reject) => {
      const look = () => {
        const [, found] = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/.exec(running.output()) ?? [];
        if (found !== undefined) resolve(found);
      };
      running.process.stdout.on('data', look);
      void ended.then(
        ([code]) => reject(new Error(`next start ended with ${code}:\n${running.output()}`)),
        reject,
      );
    });
    return {
      url,
      output: running.output,
      async [Symbol.asyncDispose]() {
        running.process.kill('SIGKILL');
        await ended;
      },
    };
  }

  /** The files that Next.js has written, by their paths below the application. */
  written(): ReadonlyMap<string, string> {
    const folder = `${this.#folder}/.next`;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const paths = files.map((file) => `${file.parentPath}/${file.name}`);
    return new Map(paths.map((path) => [path.slice(this.#folder.length), readFileSync(path, 'latin1')]));
  }

  #writeSegment(name: string, settings: string): void {
    for (const folder of [`api/${name}`, `pages/${name}`])
      mkdirSync(`${this.#folder}/app/${folder}`, { recursive: true });
    writeFileSync(
      `${this.#folder}/app/api/${name}/route.js`,
      `export { handle as POST, topUp as GET } from '../../../client.mjs';\n${settings}\n`,
    );
    writeFileSync(
      `${this.#folder}/app/pages/${name}/page.js`,
      `import { createClient } from '../../../client.mjs';\n${settings}
export default async function Page() {
  const { accounts } = await createClient('default').accounts.list();
  return <p>{JSON.stringify(accounts.map(({ credits }) => credits))}</p>;
}\n`,
    );
  }

  #run(...command: readonly string[]) {
    const child = spawn(process.execPath, [this.#next, ...command], {
      cwd: this.#folder,
      env: this.#environment,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return { process: child, output: () => output };
  }
}

/** Bundles the clients with the sources of the packages. */
async function bundleClients(outfile: string): Promise<void> {
  await build({
    entryPoints: [`${import.meta.dirname}/client.mjs`],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    nodePaths: [`${root}node_modules`],
    alias: Object.fromEntries(sourcePaths),
  });
}
