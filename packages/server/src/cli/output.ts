import type { Emulator } from '@messaging-service/emulator';
import { jsonLines } from './log/json-lines.ts';
import type { Log } from './log/log.ts';
import { textLines } from './log/text-lines.ts';
import { openBrowser } from './open-browser.ts';
import type { CliOptions } from './options.ts';
import type { RunningServer } from './running-server.ts';
import { banner, credentialsTable } from './terminal/banner.ts';
import { isInForeground } from './terminal/foreground.ts';
import { Keyboard } from './terminal/keyboard.ts';
import { KEYS, Keys, SHORT_KEYS } from './terminal/keys.ts';
import { livesOn } from './terminal/lives.ts';
import { type Part, painterOf } from './terminal/paint.ts';
import { Screen } from './terminal/screen.ts';

/** What the command prints: a banner, its log, and what its keys do. */
export class Output {
  /** Logs a service; undefined for no log. */
  readonly log: Log | undefined;
  readonly #options: CliOptions;
  readonly #screen: Screen;
  /** Whether the command reads keys. */
  readonly #hasKeys: boolean;

  /** @param stream - Gets the log. */
  constructor(options: CliOptions, stream: NodeJS.WriteStream) {
    this.#options = options;
    const { json, quiet, log } = options;
    const isTerminal = stream.isTTY && process.env.TERM !== 'dumb';
    this.#hasKeys = isTerminal && process.stdin.isTTY && !json && !quiet;
    const paint = painterOf(stream);
    this.#screen = new Screen(stream, paint, [process.stdout, process.stderr]);
    // Without keys, a terminal shows what its user types, between the lines.
    const isOwn = isTerminal && (this.#hasKeys || !process.stdin.isTTY);
    if (isOwn && !this.#hasKeys) void this.#ownInForeground();
    const write = (lines: string) => void stream.write(Buffer.from(lines));
    if (log === 'json') this.log = jsonLines(write);
    else if (log === 'text') this.log = isOwn ? livesOn(this.#screen) : textLines(paint, write);
  }

  /** Prints that the server is ready. */
  announce({ emulator, server }: RunningServer, link: string): void {
    const { json, quiet, verbose, name } = this.#options;
    const { url, inspectorUrl, credentials } = server;
    if (json) {
      const { organization, account, sharedSenders } = credentials;
      process.stdout.write(
        `${JSON.stringify({ url, inspectorUrl, organization, account, sharedSenders })}\n`,
      );
      return;
    }
    if (quiet) return;
    const { columns } = this.#screen;
    const keys = this.#hasKeys ? (KEYS.length <= columns ? KEYS : SHORT_KEYS) : undefined;
    const { mode } = emulator.clock;
    const now = emulator.clock.now().getTime();
    this.#print([
      ...banner({ server, link, name, mode, now, keys }, columns),
      ...(verbose ? credentialsTable({ server }) : []),
      // A blank line before the log.
      ...(this.log === undefined ? [] : [[]]),
    ]);
    if (this.#hasKeys) this.#readKeys(emulator, link, () => this.#print(credentialsTable({ server })));
  }

  /** Prints lines that the terminal breaks if they are longer than its columns, because they are copied. */
  #print(lines: readonly (readonly Part[])[]): void {
    this.#screen.printWhole(lines);
  }

  #readKeys(emulator: Emulator, link: string, help: () => void): void {
    const screen = this.#screen;
    const quit = () => process.kill(process.pid, 'SIGINT');
    const keys = new Keys({ emulator, screen, open: () => openBrowser(link), help, quit });
    new Keyboard(
      process.stdin,
      (key) => keys.press(key),
      (isForeground) => {
        screen.forget();
        screen.isOwn = isForeground;
      },
    );
  }

  async #ownInForeground(): Promise<void> {
    this.#screen.isOwn = await isInForeground();
  }
}
