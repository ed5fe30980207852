import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packages } from '../../../tools/packages/packages.ts';
import { makeEmptyFolder } from '../../packages/empty-folder.ts';
import { tarballOf } from '../../packages/tarballs.ts';
import { bareEnvironment, runProcess } from '../targets/command.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The reason to skip the tests if the bundlers are not installed. */
export const notInstalled = existsSync(path('node_modules/webpack'))
  ? undefined
  : 'not installed: npm install --no-save --prefix test/runtimes/bundlers';

/** The bundlers of build.mjs. Bun's is a separate program. */
export const BUNDLERS = ['esbuild', 'rollup', 'webpack', 'rspack', 'vite', 'parcel', 'bun'] as const;

/** One of the bundlers, or esbuild with CommonJS output. */
export type Bundler = (typeof BUNDLERS)[number] | 'commonjs';

const BUN = path('../node_modules/@oven/bun-linux-x64/bin/bun');

/** A user's project with the packed packages installed. */
export class Project {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Packs the packages and installs them into an empty folder. */
  static async create(): Promise<Project> {
    const project = new Project(makeEmptyFolder());
    const needed = packages.filter(({ name }) => name === 'sdk' || name === 'webhooks');
    for (const one of needed) await project.run('npm', ['pack', '--silent', one.folder]);
    const tarballs = needed.map((one) => tarballOf(one, project.folder));
    writeFileSync(project.file('package.json'), '{ "private": true }\n');
    await project.run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs]);
    return project;
  }

  /** The absolute path of a file of the project. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file of the project and returns its path. */
  write(name: string, text: string): string {
    writeFileSync(this.file(name), text);
    return this.file(name);
  }

  /** Copies a file of this folder into the project and returns its path. */
  copy(name: string): string {
    copyFileSync(path(name), this.file(name));
    return this.file(name);
  }

  /** Builds one minified file and returns its path. */
  async build(bundler: Bundler, input: string): Promise<string> {
    // A separate folder for each, because some bundlers read the folder to which they write.
    const folder = this.file(`${bundler}-${basename(input, '.mjs')}`);
    mkdirSync(folder, { recursive: true });
    const isCommonJs = ['webpack', 'rspack', 'commonjs'].includes(bundler);
    const output = join(folder, isCommonJs ? 'built.cjs' : 'built.mjs');
    if (bundler === 'bun')
      await this.run(BUN, ['build', input, '--target=node', '--minify', `--outfile=${output}`]);
    else await this.run(process.execPath, [path('build.mjs'), bundler, input, output]);
    return output;
  }

  /** Runs a program in the project's folder and returns its output. */
  async run(program: string, args: readonly string[]): Promise<string> {
    const env = bareEnvironment(this.folder);
    const { stdout, stderr } = await runProcess(program, args, env, this.folder);
    return stdout + stderr;
  }

  /** Removes the folder. */
  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The compressed size of a file, in kilobytes. */
export function compressedKb(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length / 1000;
}
