import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';

const BASE = 'localhost/node-base';
const IMAGE = 'localhost/messaging-emulator';

/** The settings of an image. */
export interface ImageSettings {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Images in a separate store, built by buildah without a registry or daemon. */
export class ImageStore {
  readonly #folder = mkdtempSync(join(tmpdir(), 'messaging-image-'));

  /** Builds the image of the repository's Dockerfile on a base image with this machine's Node. */
  async build(): Promise<void> {
    await this.#makeBase();
    await this.#buildah(
      'bud',
      ...BUILD,
      '--build-arg',
      `NODE_IMAGE=${BASE}`,
      '--build-arg',
      'PREBUILT=true',
      '-t',
      IMAGE,
      root,
    );
  }

  /** Reads the settings of the image. */
  async settings(): Promise<ImageSettings> {
    const output = await this.#buildah('inspect', '--type', 'image', IMAGE);
    const { Docker } = JSON.parse(output) as { readonly Docker: { readonly config: ImageSettings } };
    return Docker.config;
  }

  /** Creates a container and returns its name. */
  async createContainer(): Promise<string> {
    return (await this.#buildah('from', '--pull-never', IMAGE)).trim();
  }

  /** Starts a command in a container, on the network of this machine, with the user of the image. */
  start(container: string, command: readonly string[]) {
    const args = [...this.#store(), 'run', '--isolation', 'chroot', container, '--', ...command];
    return spawn('buildah', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /**
   * Sends SIGTERM to the program in a container, as `docker stop` does.
   *
   * @param pid - The process of {@link start}. It is buildah, which does not forward signals.
   */
  terminate(pid: number): void {
    const program = descendantsOf(pid).at(-1);
    if (program === undefined) throw new Error(`Process ${pid} has no program in its container.`);
    process.kill(program, 'SIGTERM');
  }

  /** Removes the images and containers. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#buildah('rm', '--all');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A Linux with only Node, a shell, `test`, and the libraries that they load. */
  async #makeBase(): Promise<void> {
    const system = join(this.#folder, 'base');
    const programs = [
      [process.execPath, '/usr/bin/node'],
      ['/bin/sh', '/bin/sh'],
    ] as const;
    for (const [source, target] of programs) {
      copyInto(system, source, target);
      for (const library of await librariesOf(source)) copyInto(system, library, library);
    }
    mkdirSync(join(system, 'tmp'));
    writeFileSync(join(this.#folder, 'Base'), 'FROM scratch\nCOPY base /\n');
    await this.#buildah('bud', ...BUILD, '-t', BASE, '-f', join(this.#folder, 'Base'), this.#folder);
  }

  #store(): string[] {
    const folder = (name: string) => join(this.#folder, name);
    return ['--storage-driver', 'vfs', '--root', folder('store'), '--runroot', folder('run')];
  }

  async #buildah(...args: readonly string[]): Promise<string> {
    const { ok, output } = await run(['buildah', ...this.#store(), ...args]);
    if (!ok) throw new Error(`buildah ${args.join(' ')} failed:\n${output}`);
    return output;
  }
}

/** The Docker format, because it supports health checks. */
const BUILD = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers=false', '--quiet'];

function copyInto(system: string, source: string, target: string): void {
  mkdirSync(dirname(join(system, target)), { recursive: true });
  copyFileSync(realpathSync(source), join(system, target));
}

/** The processes below a process, the innermost last. */
function descendantsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((child) => child !== '')
    .flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

async function librariesOf(program: string): Promise<string[]> {
  const { output } = await run(['ldd', program]);
  return [...output.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
}
