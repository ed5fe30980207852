import { type Emulator } from '@messaging-service/emulator';
import { hostOf } from '@messaging-service/emulator/host';
import { shortInstant } from '../log/words.ts';
import type { Part } from './paint.ts';
import type { Line, Screen } from './screen.ts';

/** What the keys do. */
export interface KeyTargets {
  readonly emulator: Emulator;
  readonly screen: Screen;
  /** Opens the inspector. */
  open(): void;
  /** Prints keys and sender IDs. */
  help(): void;
  /** Stops the server. */
  quit(): void;
}

/** The keys in one line. */
export const KEYS = 'o open · t tomorrow 09:00 · f fail the next send · r reset · q quit · h help';
/** The keys in a line of a terminal with few columns. */
export const SHORT_KEYS = 'o open · t tomorrow · f fail · r reset · q quit · h help';

const HELP: readonly (readonly [key: string, meaning: string])[] = [
  ['o', 'open the inspector in a browser'],
  ['t', 'move the clock to tomorrow 09:00 UTC, and run what is due until then'],
  ['f', 'refuse the next send with 503'],
  ['r', 'reset the service: messages, clock and faults start over'],
  ['q', 'stop the emulator; so does Ctrl+C'],
  ['h', 'show this list'],
];

const SENDS = ['messages.send', 'batches.send'] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Does what a key means. Other keys mean nothing. */
export class Keys {
  readonly #targets: KeyTargets;
  /** The question that the next key answers. */
  #question: Line | undefined;
  #isMoving = false;

  constructor(targets: KeyTargets) {
    this.#targets = targets;
  }

  press(key: string): void {
    if (this.#question !== undefined) return this.#answer(this.#question, key);
    switch (key.toLowerCase()) {
      case 'o':
        return this.#targets.open();
      case 't':
        return void this.#moveToTomorrow();
      case 'f':
        return this.#failNextSend();
      case 'r':
        this.#question = this.#say(
          'Reset the service? All messages are lost. Press y for yes, another key for no.',
        );
        return;
      case 'q':
        return this.#targets.quit();
      case 'h':
      case '?':
        return this.#showHelp();
    }
  }

  #say(...parts: readonly Part[]): Line {
    return this.#targets.screen.print(() => [['▸ ', 'strong'], ...parts]);
  }

  async #moveToTomorrow(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    const { clock } = this.#targets.emulator;
    const to = (Math.floor(clock.now().getTime() / DAY_MS) + 1) * DAY_MS + 9 * HOUR_MS;
    const line = this.#say(`The clock moves to ${shortInstant(to)} …`);
    try {
      const { ran } = await clock.advanceTo(to);
      line.change(() => [['▸ ', 'strong'], `It is ${shortInstant(to)}. ${jobs(ran)} ran.`]);
    } catch (error) {
      line.change(() => [
        ['▸ ', 'strong'],
        [`The clock has not moved: ${(error as Error).message}`, 'bad'],
      ]);
    }
    this.#isMoving = false;
  }

  /** A fault for each way to send. The first send removes the others. */
  #failNextSend(): void {
    const { emulator } = this.#targets;
    const { publicApi, requests } = hostOf(emulator).service;
    // A handle finds its fault by the identifier, which another fault can have after a reset.
    const faults = SENDS.map((operation) =>
      publicApi.faults.get(emulator.addFault({ operation, code: 'service_unavailable' }).id),
    );
    const stop = requests.listen(() => {
      if (faults.every(({ hits }) => hits === 0)) return;
      for (const fault of faults.filter(({ hits }) => hits === 0)) publicApi.faults.remove(fault);
      stop();
    });
    this.#say('The next send is refused with 503.');
  }

  #answer(question: Line, key: string): void {
    this.#question = undefined;
    const isYes = key.toLowerCase() === 'y';
    if (isYes) this.#targets.emulator.reset();
    const text = isYes ? 'The service has started over.' : 'Nothing was reset.';
    question.change(() => [['▸ ', 'strong'], text]);
  }

  #showHelp(): void {
    for (const [key, meaning] of HELP) this.#targets.screen.print(() => [[`  ${key}  `, 'strong'], meaning]);
    this.#targets.help();
  }
}

function jobs(count: number): string {
  return count === 1 ? '1 job' : `${count} jobs`;
}
