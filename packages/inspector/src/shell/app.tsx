import { useEffect, useRef } from 'preact/hooks';
import { AccountsView } from '../accounts/accounts-view.tsx';
import { API, ROOT, SANDBOX } from '../api/control-api.ts';
import { ClockView, NextJobButton } from '../clock/clock-view.tsx';
import { Notices } from '../components/notices.tsx';
import { dayOf, timeOf } from '../format.ts';
import { useDigest, useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { MessagesView } from '../messages/messages-view.tsx';
import { PhonesView } from '../phones/phones-view.tsx';
import { RequestsView } from '../requests/requests-view.tsx';
import { href, useRoute, VIEWS, type View } from '../routing/route.ts';
import { StateView } from '../state/state-view.tsx';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';
import { useTheme } from './theme.ts';
import { ViewIcon } from './view-icon.tsx';

const NAMES: Readonly<Record<View, string>> = {
  phones: 'Phones',
  messages: 'Messages',
  clock: 'Clock',
  accounts: 'Accounts',
  webhooks: 'Webhooks',
  requests: 'Requests',
  state: 'State',
};

const DRAW = {
  phones: PhonesView,
  messages: MessagesView,
  clock: ClockView,
  accounts: AccountsView,
  webhooks: WebhooksView,
  requests: RequestsView,
  state: StateView,
} as const;

/** The page: what is always there, and the view the address names. */
export function App() {
  const { view, parameters } = useRoute();
  const main = useRef<HTMLElement>(null);
  const drawn = useRef(view);
  useEffect(() => {
    document.title = `${NAMES[view]} – Messaging emulator`;
    // A reader that cannot see the page change is told where it is now.
    if (drawn.current !== view) main.current?.focus();
    drawn.current = view;
  }, [view]);
  const Drawn = DRAW[view];
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the view
      </button>
      <Header />
      <Navigation view={view} />
      <main ref={main} tabIndex={-1} class={`view view-${view}`} aria-labelledby="view-name">
        <h1 id="view-name" class="visually-hidden">
          {NAMES[view]}
        </h1>
        <Drawn parameters={parameters} />
      </main>
      <Notices />
    </div>
  );
}

function Header() {
  const [theme, toggleTheme] = useTheme();
  return (
    <header class="header">
      <a class="brand" href={href('phones')}>
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="7" />
          <path d="M8 9.500h16a1.500 1.500 0 0 1 1.500 1.500v8.500a1.500 1.500 0 0 1-1.500 1.500H15l-4.500 4v-4H8A1.500 1.500 0 0 1 6.500 19.500V11A1.500 1.500 0 0 1 8 9.500Z" />
        </svg>
        <span>Messaging emulator</span>
      </a>
      <SandboxPicker />
      <span class="spacer" />
      <Present />
      <NextJobButton />
      <button
        type="button"
        class="quiet icon"
        aria-label={theme === 'dark' ? 'Use light colours' : 'Use dark colours'}
        onClick={toggleTheme}
      >
        <svg class="view-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          {theme === 'dark' ? (
            <path d="M8 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6ZM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
          ) : (
            <path d="M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7Z" />
          )}
        </svg>
      </button>
    </header>
  );
}

/** The emulator's present; it says so when the emulator cannot be reached. */
function Present() {
  const { digest, connected } = useDigest();
  const now = useNow();
  if (digest === undefined || !connected) {
    return (
      <span class="present" role="status">
        <span class="dot dot-off" /> {digest === undefined ? 'Connecting' : 'Not connected'}
      </span>
    );
  }
  return (
    <a class="present" href={href('clock')}>
      <span class="visually-hidden">Clock: </span>
      <span class={`dot dot-${digest.mode}`} />
      <span class="present-day">{dayOf(now)}</span> <b>{timeOf(Math.floor(now / 1_000) * 1_000)}</b>{' '}
      <span class="present-mode">{digest.mode}</span>
    </a>
  );
}

interface Sandboxes {
  readonly sandboxes: readonly { readonly id: string }[];
}

/** Chooses the service the page shows; there is none to choose while there are no sandboxes. */
function SandboxPicker() {
  const { data } = useResource<Sandboxes>(`${ROOT}/sandboxes`);
  const ids = data?.sandboxes.map(({ id }) => id) ?? [];
  if (ids.length === 0 && SANDBOX === '') return null;
  const choose = (id: string) => {
    location.href = `${id === '' ? ROOT : `${ROOT}/sandboxes/${encodeURIComponent(id)}`}/${location.hash.split('?')[0]}`;
  };
  return (
    <select
      class="sandbox"
      aria-label="Sandbox"
      value={SANDBOX}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">Default service</option>
      {[...new Set([...ids, ...(SANDBOX === '' ? [] : [SANDBOX])])].map((id) => (
        <option value={id} key={id}>
          {id}
        </option>
      ))}
    </select>
  );
}

function Navigation({ view }: { readonly view: View }) {
  const { digest } = useDigest();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);
  return (
    <nav class="navigation" aria-label="Views">
      <ul ref={list}>
        {VIEWS.map((one) => (
          <li key={one}>
            <a href={href(one)} aria-current={one === view ? 'page' : undefined}>
              <ViewIcon view={one} />
              {NAMES[one]}
              {one === 'requests' && digest !== undefined && digest.faults > 0 && (
                <span class="badge" title="Faults in force">
                  {digest.faults}
                  <span class="visually-hidden"> faults in force</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p class="api-address">
        API <code>{location.origin}</code>
        <br />
        Control <code>{API}</code>
      </p>
    </nav>
  );
}
