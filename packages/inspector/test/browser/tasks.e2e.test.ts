import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Inspect, inBrowser as test, text } from './inspect.ts';

const NUMBER = '+44 7700 900822';
const BROKEN = '447700900822';
/** Tab reaches everything in a view in fewer steps. */
const MOST_TABS = 60;

/** What the user does. Each key, each click and each text that is typed is one step. */
class Hands {
  readonly #page: Page;
  steps = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.steps++;
      await this.#page.keyboard.press(key);
    }
  }

  async type(typed: string): Promise<void> {
    this.steps++;
    await this.#page.keyboard.type(typed);
  }

  async click(target: Locator): Promise<void> {
    this.steps++;
    await target.click();
  }

  /** Chooses an option of a list. */
  async choose(list: Locator, option: string): Promise<void> {
    this.steps++;
    await list.selectOption(option);
  }

  /** Drags the line of the present time by pixels. */
  async drag(by: number): Promise<void> {
    this.steps++;
    const line = this.#page.locator('.ribbon-now');
    const { x, y, width } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const from = x + width / 2;
    await this.#page.mouse.move(from, y + 20);
    await this.#page.mouse.down();
    await this.#page.mouse.move(from + by / 2, y + 20);
    await this.#page.mouse.move(from + by, y + 20);
    await this.#page.locator('.ribbon-at-clock').waitFor();
    await this.#page.mouse.up();
  }

  /** Runs a command of the palette. */
  async run(command: string): Promise<void> {
    await this.press('Control+k');
    await this.#page.locator('dialog [role=combobox]:focus').waitFor();
    await this.type(command);
    await this.#page.getByRole('option', { name: command }).first().waitFor();
    await this.press('Enter');
    await this.#page.getByRole('dialog', { name: 'Find anything' }).waitFor({ state: 'detached' });
  }

  /** Moves the focus with Tab. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press('Tab');
    }
    throw new Error('Tab does not reach it.');
  }
}

/** A served emulator in which something went wrong, with its overview open. */
async function prepared(inspect: Inspect) {
  const inspected = await inspect({ browser: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page, send, receiver, emulator } = inspected;
  receiver.statuses.push(500);
  await send(text('Your Škoda is ready to collect', { callback: `${receiver.url}/receipts` }));
  await emulator.settle();
  await send(text('It never arrives', { to: BROKEN }));
  await page.getByRole('link', { name: /1 webhook not accepted/ }).waitFor();
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  const main = page.getByRole('main');
  const pane = (name: string) => main.getByRole('region', { name, exact: true });
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return { ...inspected, hands: new Hands(page), files, main, pane, tab, button };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

interface Task {
  readonly name: string;
  /** Steps with the keyboard alone, and with the mouse. */
  readonly steps: { readonly keyboard: number; readonly mouse: number };
  readonly keyboard: (prepared: Prepared) => Promise<void>;
  readonly mouse: (prepared: Prepared) => Promise<void>;
  /** Waits for the result. */
  readonly done: (prepared: Prepared) => Promise<unknown>;
}

const TASKS: readonly Task[] = [
  {
    name: 'why a customer got no text',
    steps: { keyboard: 3, mouse: 2 },
    keyboard: async ({ hands, page }) => {
      await hands.press('/');
      await hands.type(NUMBER);
      await hands.press('Enter');
      await page.getByRole('log').waitFor();
    },
    mouse: async ({ hands, main }) => {
      await hands.click(main.getByRole('link', { name: /^1 message failed/ }));
      await hands.click(main.getByRole('row', { name: /It never arrives/ }));
    },
    done: ({ main }) => main.getByText(/^22 /).first().waitFor(),
  },
  {
    name: 'which webhook was not accepted, and with which response',
    steps: { keyboard: 4, mouse: 2 },
    keyboard: async ({ hands, main }) => {
      await hands.run('Webhooks');
      await main.getByRole('row', { name: /500/ }).waitFor();
      await hands.press('ArrowDown');
    },
    mouse: async ({ hands, main }) => {
      await hands.click(main.getByRole('link', { name: /^1 webhook not accepted/ }));
      await hands.click(main.getByRole('row', { name: /500/ }));
    },
    done: ({ pane }) => pane('Webhook delivery').getByText('500', { exact: true }).waitFor(),
  },
  {
    name: 'send a message and reply to it',
    steps: { keyboard: 14, mouse: 10 },
    keyboard: async ({ hands, page }) => {
      await hands.run('Phones');
      await hands.run('Send a message');
      await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).waitFor();
      await hands.type('+44 7700 900501');
      await hands.press('Tab');
      await hands.type('Are you coming?');
      await hands.press('Control+Enter');
      await page.getByRole('log').getByText('Are you coming?').waitFor();
      // The message can be visible before the dialog has its response and closes.
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await hands.press('Escape', 'r');
      await hands.type('Yes');
      await hands.press('Enter');
    },
    mouse: async ({ hands, page, main, tab }) => {
      await hands.click(tab('Phones'));
      await hands.click(page.getByRole('banner').getByRole('button', { name: 'New message' }));
      const dialog = page.getByRole('dialog');
      await hands.click(dialog.getByRole('textbox', { name: 'To' }));
      await hands.type('+44 7700 900501');
      await hands.click(dialog.getByRole('textbox', { name: 'Text' }));
      await hands.type('Are you coming?');
      await hands.click(dialog.getByRole('button', { name: 'Send', exact: true }));
      await hands.click(main.getByPlaceholder('Write as this phone'));
      await hands.type('Yes');
      await hands.click(main.getByRole('button', { name: 'Send', exact: true }));
    },
    done: ({ page }) => page.getByRole('log').getByText('Yes', { exact: true }).waitFor(),
  },
  {
    name: 'the next three sends fail with 503, retry after 10 s',
    steps: { keyboard: 3, mouse: 7 },
    keyboard: async ({ hands }) => {
      await hands.run('next 3 sends fail with 503, retry after 10 s');
    },
    mouse: async ({ hands, main, tab, button }) => {
      await hands.click(tab('Requests'));
      await hands.click(main.getByRole('spinbutton', { name: 'Number of calls' }));
      await hands.type('3');
      await hands.choose(main.getByRole('combobox', { name: 'Calls' }), 'sends');
      await hands.click(main.getByRole('spinbutton', { name: 'retry after' }));
      await hands.type('10');
      await hands.click(button('Switch on'));
    },
    done: async ({ control }) => {
      const fault = { operation: 'messages.send', status: 503, times: 3, headers: { 'retry-after': '10' } };
      await expect.poll(() => control('GET /faults')).toMatchObject({ faults: [fault] });
    },
  },
  {
    name: 'to tomorrow morning and back',
    steps: { keyboard: 6, mouse: 3 },
    keyboard: async ({ hands, page }) => {
      await hands.run('tomorrow 09');
      await page.getByRole('link', { name: 'Clock: 2 Jan 2026 09:00:00 virtual' }).waitFor();
      await page.getByText('It is 2 Jan 2026').waitFor();
      await hands.run('Undo the');
    },
    mouse: async ({ hands, tab, page, button }) => {
      await hands.click(tab('Clock'));
      await hands.click(button('Tomorrow 09:00'));
      await page.getByRole('link', { name: 'Clock: 2 Jan 2026 09:00:00 virtual' }).waitFor();
      await hands.click(page.getByRole('button', { name: 'Undo', exact: true }));
    },
    done: ({ page }) => page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor(),
  },
  {
    name: 'find a text by two words without their accents',
    steps: { keyboard: 4, mouse: 4 },
    keyboard: async ({ hands, page, main }) => {
      await hands.press('/');
      await hands.type('collect skoda');
      await hands.press('Enter');
      await page.locator('main.view-messages').waitFor();
      await main.getByText('1 message', { exact: true }).waitFor();
      await hands.press('ArrowDown');
    },
    mouse: async ({ hands, main }) => {
      await hands.click(main.getByRole('combobox'));
      await hands.type('collect skoda');
      await hands.press('Enter');
      await main.getByText('1 message', { exact: true }).waitFor();
      await hands.click(main.getByRole('row', { name: /Škoda/ }));
    },
    done: ({ pane }) => pane('Message').getByText('Your Škoda is ready to collect').waitFor(),
  },
  {
    name: 'copy the latest request as curl, and replay it',
    steps: { keyboard: 6, mouse: 4 },
    keyboard: async ({ hands, main, pane }) => {
      await hands.run('Requests');
      await main.getByRole('row', { name: /POST/ }).first().waitFor();
      await hands.press('ArrowDown');
      await pane('Request').getByRole('button', { name: 'curl' }).and(main.locator(':enabled')).waitFor();
      await hands.press('u');
      await main.page().getByText('The request is copied as').waitFor();
      await hands.press('p');
    },
    mouse: async ({ hands, tab, main, pane, page }) => {
      await hands.click(tab('Requests'));
      await hands.click(main.getByRole('row', { name: /POST/ }).first());
      await hands.click(pane('Request').getByRole('button', { name: 'curl' }));
      await page.getByText('The request is copied as').waitFor();
      await hands.click(pane('Request').getByRole('button', { name: 'Replay', exact: true }));
    },
    done: async ({ page, emulator }) => {
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('curl');
      await expect.poll(() => emulator.messages().length).toBe(3);
    },
  },
  {
    name: 'copy the one-time code of the latest text',
    steps: { keyboard: 4, mouse: 2 },
    keyboard: async ({ hands, send, main }) => {
      await send(text('593 020 is your Acme verification code', { to: '447700900501' }));
      await hands.run('Phones');
      await main.getByRole('button', { name: 'Copy code 593020' }).waitFor();
      await hands.press('o');
    },
    mouse: async ({ hands, send, tab, main }) => {
      await send(text('593 020 is your Acme verification code', { to: '447700900501' }));
      await hands.click(tab('Phones'));
      await hands.click(main.getByRole('button', { name: 'Copy code 593020' }));
    },
    done: async ({ page }) => {
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('593020');
    },
  },
  {
    name: 'copy what happened on a phone as a test',
    steps: { keyboard: 5, mouse: 4 },
    keyboard: async ({ hands, page, main }) => {
      await hands.press('/');
      await hands.type(NUMBER);
      await hands.press('Enter');
      await main.getByRole('button', { name: 'Copy as test…' }).waitFor();
      await hands.press('c');
      await page.getByRole('dialog').getByText('Save it as').waitFor();
      await hands.press('c');
    },
    mouse: async ({ hands, page, main }) => {
      await hands.click(main.getByRole('link', { name: /^1 message failed/ }));
      await hands.click(main.getByRole('row', { name: /It never arrives/ }));
      await hands.click(main.getByRole('button', { name: 'Copy as test…' }));
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }));
    },
    done: async ({ page }) => {
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toMatch(/It never arrives[^]*failed/);
    },
  },
  {
    name: 'save the failed messages as a file',
    steps: { keyboard: 6, mouse: 2 },
    keyboard: async ({ hands, button }) => {
      await hands.run('Show failed');
      await hands.tabTo(button('Export as CSV'));
      await hands.press('Enter');
    },
    mouse: async ({ hands, main, button }) => {
      await hands.click(main.getByRole('link', { name: /^1 message failed/ }));
      await hands.click(button('Export as CSV'));
    },
    done: async ({ files }) => {
      await expect.poll(() => files).toEqual(['messages.csv']);
    },
  },
  {
    name: 'move the clock and go back on the ribbon',
    steps: { keyboard: 8, mouse: 4 },
    keyboard: async ({ hands, page, send }) => {
      await send(text('Good morning', { send_at: '2026-01-02T09:00Z' }));
      await page.getByText('1 later, 2 Jan 09:00').waitFor();
      await hands.press('t', 'End', 'm');
      await page.getByRole('dialog').getByText('Due until then').waitFor();
      await hands.press('Enter');
      await page.getByText('It is 2 Jan 2026').waitFor();
      await hands.press('ArrowLeft', 'm');
      await page.getByRole('dialog', { name: 'Undo the move of the clock?' }).waitFor();
      await hands.press('Tab', 'Enter');
    },
    mouse: async ({ hands, page, send }) => {
      await send(text('Good morning', { send_at: '2026-01-02T09:00Z' }));
      await page.getByText('1 later, 2 Jan 09:00').waitFor();
      await hands.drag(200);
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
      await page.getByText('It is 1 Jan 2026').waitFor();
      await hands.drag(-200);
      await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }));
    },
    done: ({ page }) => page.getByRole('link', { name: 'Clock: 1 Jan 2026 09:00:00 virtual' }).waitFor(),
  },
];

describe.each(['keyboard', 'mouse'] as const)('with the %s', (way) => {
  test.for(TASKS)('$name', async (task, { inspect }) => {
    const all = await prepared(inspect);
    await task[way](all);
    await task.done(all);
    expect(all.hands.steps).toBe(task.steps[way]);
  });
});
