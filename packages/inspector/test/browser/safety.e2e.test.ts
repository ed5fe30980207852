import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { api } from '@messaging-service/test-support';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { VIEWS } from '../../src/routing/objects.ts';
import { inBrowser as test, text } from './inspect.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Waits until the view shows its data: rows, an open object that hides them, or a text that there are none. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const has = (selector: string) => main?.querySelector(selector) !== null;
    return (
      has(
        '.empty, [role=gridcell], .detail, .phone, .choices, .jobs li, .card, .clock-face, .calm, .problems',
      ) && !has('.loading, .loading-state')
    );
  });
}

/**
 * The findings of axe-core, of every impact. The size of targets is not among its rules by default.
 *
 * @param rules - Only those about colors, or all.
 */
async function violations(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  // A transition has colors that no one has chosen.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  // A text in the color of its background is not a violation for axe-core: it could be hidden on purpose. Forced colors
  // replace both, which axe-core does not see.
  const found = await page.evaluate<
    readonly Violation[]
  >(`axe.run(${JSON.stringify(RULES[rules])}).then(({ violations, incomplete }) => [
    ...violations,
    ...(matchMedia('(forced-colors: active)').matches ? [] : incomplete).map(({ id, nodes }) => ({
      id,
      nodes: nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
    })).filter(({ nodes }) => nodes.length > 0),
  ])`);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

type Rules = keyof typeof RULES;

/** Colors change nothing but colors: a look that differs from another in nothing else is checked for them only. */
const RULES = {
  all: { rules: { 'target-size': { enabled: true } } },
  colors: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

const LOOKS = [
  ...(['light', 'dark'] as const).flatMap((colorScheme) =>
    [1440, 900, 390].map((width) => ({
      name: `${colorScheme} at ${width} px`,
      width,
      options: { colorScheme },
      rules: colorScheme === 'light' ? ('all' as const) : ('colors' as const),
    })),
  ),
  { name: 'forced colors', width: 1440, options: { forcedColors: 'active' }, rules: 'colors' },
] as const;

test.for(LOOKS)(
  'axe-core finds nothing on any view: $name',
  async ({ width, options, rules }, { inspect }) => {
    const browser = { ...options, viewport: { width, height: 800 } };
    const { page, send, visit, emulator, receiver, control } = await inspect({ browser });
    const found: string[] = [];
    const check = async (hash: string) => {
      await visit(hash);
      await page.getByRole('main').locator('*').first().waitFor();
      await drawn(page);
      for (const violation of await violations(page, rules)) found.push(`${hash} ${violation}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`${hash} is ${overflow} px wider than the window`);
    };
    for (const view of VIEWS) await check(`#/${view}`);
    const callback = `${receiver.url}/receipts`;
    const { identifier } = emulator.account;
    await api.edit(emulator, {
      schedule: '0 0 * * *',
      packaged_credits: { schedule_refill: true },
      mo: { mo_webhook_url: callback, mo_webhook_secret: 'secret' },
    });
    await control(`POST /accounts/${identifier}/notifications`, {
      url: callback,
      threshold_type: 'paid_fixed_number',
      threshold_value: 998,
    });
    await send(
      text('Delivered', { callback }),
      text('Failed', { to: '447700900822', callback }),
      text('Sent', { to: '447700900700' }),
      text('Scheduled', { send_at: '2026-01-03T00:00Z' }),
      text('Shared', { from: { type: 'shared' } }),
    );
    emulator.handset('447700900123').reply('YES');
    await control('POST /clock/advance', { by: '1m', undoable: true });
    await control('PUT /carrier', { outcome: 'deliver', rules: [{ to: '4477009001*', outcome: 'deliver' }] });
    emulator.addFault({ status: 503, times: 2 });
    await control('POST /sandboxes');
    for (const view of VIEWS) await check(`#/${view}`);
    const [message] = emulator.messages();
    const delivery = emulator.webhooks({ kind: 'inbound-message' })[0];
    await check('#/phones?number=447700900123');
    await check('#/phones?number=447700900700');
    await check(`#/messages?id=${message?.messageUuid}`);
    await check(`#/webhooks?id=${delivery?.id}`);
    await check(`#/accounts?id=${identifier}`);
    await check('#/requests?id=2');
    const account = `#/accounts?id=${identifier}`;
    const openers = [
      ['#/clock', /^Cancel batch/],
      ['#/requests?id=2', /^Edit and replay/],
      [`#/webhooks?id=${delivery?.id}`, /^Edit and resend/],
      [account, 'Edit'],
      [account, 'Add'],
      ['#/accounts', 'New account'],
      ['#/requests', 'Other…'],
      ['#/state', 'Reset…'],
      ['#/state', 'New sandbox'],
      ['#/state', /^Delete…/],
      ['#/state', 'Add a rule'],
      ['#/phones', 'New message'],
      ['#/phones', /^Find anything/],
    ] as const;
    for (const [hash, opener] of openers) {
      await visit(hash);
      await page.getByRole('button', { name: opener, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      for (const violation of await violations(page, rules)) found.push(`${opener} ${violation}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    // Unfolded parts, and those that appear with the focus.
    const unfolded = [
      ['#/state', 'Test numbers'],
      [`#/webhooks?id=${delivery?.id}`, 'Signature base'],
    ] as const;
    for (const [hash, summary] of unfolded) {
      await visit(hash);
      await page.getByText(summary).first().click();
      for (const violation of await violations(page, rules)) found.push(`${summary} ${violation}`);
    }
    await visit('#/messages?q=state:');
    await page.getByRole('combobox', { name: /^Search/ }).focus();
    for (const violation of await violations(page, rules)) found.push(`the search ${violation}`);
    expect(found).toEqual([]);
  },
);

const NOWHERE = '00000000-0000-0000-0000-000000000000';

test.for(LOOKS.filter((look) => look.width !== 900))(
  'axe-core finds nothing where something is missing or fails: $name',
  async ({ width, options, rules }, { inspect }) => {
    const browser = { ...options, viewport: { width, height: 800 } };
    const { page, server, send, visit, control } = await inspect({ browser, options: { requestLimit: 2 } });
    const main = page.getByRole('main');
    const found: string[] = [];
    const check = async (name: string) => {
      for (const violation of await violations(page, rules)) found.push(`${name} ${violation}`);
    };
    const refused = { from: { type: 'custom', value: 'OTHER' } };
    await send(text('Sent'));
    await send(text('Refused', refused)).catch(() => undefined);
    for (const [hash, shown] of [
      [`messages/${NOWHERE}`, 'There is no message'],
      [`batches/${NOWHERE}`, 'There is no batch'],
      [`webhooks/${NOWHERE}`, 'There is no webhook delivery'],
      ['requests/999', 'There is no request 999'],
      [`accounts/${NOWHERE}`, 'The emulator does not have this account'],
      ['phones/abc', 'This is not a phone number'],
      ['phones/447700900555', 'No message on this phone yet'],
      ['phones/447700900123', '1 refused request'],
      [`jobs/send-batch:${NOWHERE}`, 'This job has run'],
      ['messages?q=state:failed', 'No message matches'],
      ['requests?q=status:teapot', 'must be a status'],
    ] as const) {
      await visit(`#/${hash}`);
      await main.getByText(shown).first().waitFor();
      await check(hash);
    }
    await visit('#/requests/1');
    await main.getByText('in the log').waitFor();
    for (let count = 0; count < 3; count++) await send(text('Newer'));
    await main.getByText('no longer in the log', { exact: true }).waitFor();
    await check('a request that left the log');
    await visit('#/clock');
    await page.getByRole('button', { name: '+ 10 min' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await check('a notice');
    await send(text('Since then'));
    await main.getByText(/Since then: 1 message queued/).waitFor();
    await page.getByRole('button', { name: /^Undo: back to/ }).click();
    await check('a question');
    await page.route('**/_emulator/clock/moves/*/undo', (route) => route.abort());
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The emulator does not respond.').waitFor();
    await check('an error');
    await visit('#/messages');
    await page.getByRole('button', { name: 'New message' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'To' }).fill('bob');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog
      .locator('.field-error')
      .getByText(/^Must be a mobile number/)
      .waitFor();
    await check('a form with errors');
    await page.keyboard.press('Escape');
    await control('POST /sandboxes', { name: 'other' });
    await page.goto(`${server.url}/_emulator/sandboxes/nothing/#/messages`);
    await page.getByText('The sandbox nothing does not exist').waitFor();
    await check('a missing sandbox');
    await page.goto(server.inspectorUrl);
    await page.route(/_emulator\/(accounts|jobs|handsets|carrier|messages|requests|webhooks)/, (route) =>
      route.abort(),
    );
    for (const view of VIEWS) {
      await visit(`#/${view}`);
      await main.getByText('The emulator does not respond.').first().waitFor();
      await check(`${view} that cannot be read`);
    }
    expect(found).toEqual([]);
  },
);

test('text of callers is never run as HTML, in any field', async ({ inspect }) => {
  const evil = '<img src=x onerror="window.ran=true"><script>window.ran=true</script>';
  const { page, server, send, visit, emulator, receiver, control } = await inspect({
    options: { organization: { name: evil }, accounts: [{ name: evil, credits: 100, senders: ['DEMO'] }] },
  });
  const url = `${receiver.url}/${encodeURIComponent(evil)}`;
  const { identifier } = emulator.account;
  await api.edit(emulator, { mo: { mo_webhook_url: url, mo_webhook_secret: evil } });
  await control(`POST /accounts/${identifier}/notifications`, {
    url,
    threshold_type: 'paid_fixed_number',
    threshold_value: 99,
  });
  await send(
    text(evil, { callback: url }),
    text(evil, { to: '447700900700' }),
    text(evil, { send_at: '2026-01-03T00:00Z' }),
  );
  emulator.handset('447700900123').reply(evil);
  const [first, second] = emulator.messages();
  emulator.fail(second?.messageUuid ?? '', '2F', evil);
  emulator.addFault({ path: '/message', body: evil, headers: { 'x-evil': 'evil' } });
  await emulator.clock.settle();
  await fetch(`${server.url}/${encodeURIComponent(evil)}?${encodeURIComponent(evil)}=1`);
  const [delivery] = emulator.webhooks();
  const search = encodeURIComponent(evil);
  const hashes = [
    ...VIEWS.map((view) => `#/${view}`),
    ...VIEWS.map((view) => `#/${view}?q=${search}&number=${search}&id=${search}&batch=${search}`),
    '#/phones?number=447700900123',
    '#/phones?number=447700900700',
    `#/messages?id=${first?.messageUuid}`,
    `#/messages?id=${second?.messageUuid}`,
    ...emulator.webhooks().map(({ id }) => `#/webhooks?id=${id}`),
    `#/accounts?id=${identifier}`,
    '#/requests?id=1',
    '#/requests?id=2',
    '#/requests?id=3',
  ];
  expect(delivery).toBeDefined();
  let seen = 0;
  for (const hash of hashes) {
    await visit(hash);
    await drawn(page);
    seen += await page.getByText('onerror').count();
    expect(await page.locator('main img, main script').count()).toBe(0);
  }
  expect(seen).toBeGreaterThan(5);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('the page allows scripts, styles and calls of its own server only', async ({ inspect }) => {
  const { server } = await inspect();
  const { headers } = await fetch(server.inspectorUrl);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
});
