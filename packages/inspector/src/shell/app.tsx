import { useEffect, useRef } from 'preact/hooks';
import { AccountsView } from '../accounts/accounts-view.tsx';
import { useLock } from '../api/control-api.ts';
import { ClockView } from '../clock/clock-view.tsx';
import { Notices } from '../components/notices.tsx';
import { faultCommands } from '../faults/fault-commands.ts';
import { showWindow, Windows } from '../forms/dialogs.tsx';
import { isDialogOpen, isPlainKey, useKeys, useShortcuts } from '../lists/use-keys.ts';
import { live } from '../live/digest.ts';
import { MessagesView } from '../messages/messages-view.tsx';
import { OverviewView } from '../overview/overview-view.tsx';
import { Palette } from '../palette/palette.tsx';
import { PhonesView } from '../phones/phones-view.tsx';
import { RequestsView } from '../requests/requests-view.tsx';
import { Ribbon } from '../ribbon/ribbon.tsx';
import { timeCommands } from '../ribbon/time-commands.ts';
import { useRoute } from '../routing/route.ts';
import { NewSandbox } from '../sandboxes/sandbox-list.tsx';
import { MissingSandbox } from '../sandboxes/sandbox-picker.tsx';
import { isMissing, useSandboxes } from '../sandboxes/sandboxes.ts';
import { StateView } from '../state/state-view.tsx';
import { capitalized } from '../values.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';
import { commandsOf } from './commands.ts';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { useTheme } from './theme.ts';
import { titleOf } from './title.ts';
import { TokenCard } from './token-card.tsx';

const COMPONENTS = {
  overview: OverviewView,
  phones: PhonesView,
  messages: MessagesView,
  clock: ClockView,
  accounts: AccountsView,
  webhooks: WebhooksView,
  requests: RequestsView,
  state: StateView,
} as const;

/** The page: header, navigation and the view that the address names. */
export function App() {
  const route = useRoute();
  const { view, opened, parameters } = route;
  const main = useRef<HTMLElement>(null);
  const drawn = useRef(view);
  useEffect(() => {
    document.title = titleOf(route);
  }, [route]);
  useEffect(() => {
    // The focus tells screen readers that the view has changed.
    if (drawn.current !== view) main.current?.focus();
    drawn.current = view;
  }, [view]);
  const Drawn = COMPONENTS[view];
  const isGone = isMissing(useSandboxes());
  const locked = useLock();
  const isUsable = !isGone && locked === undefined;
  const [theme, toggleTheme] = useTheme();
  const find = (begun = '') => {
    const newSandbox = () => showWindow(<NewSandbox />);
    const described = (typed: string) => [...faultCommands(typed), ...timeCommands(typed, live.now(), route)];
    showWindow(
      <Palette commands={commandsOf({ newSandbox, toggleTheme })} described={described} begun={begun} />,
    );
  };
  useFindKey(() => find());
  useShortcuts();
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the view
      </button>
      <Header theme={theme} onTheme={toggleTheme} onFind={() => find()} />
      {isUsable && <Ribbon route={route} onType={find} />}
      <Navigation view={view} q={parameters.q} />
      <main ref={main} tabIndex={-1} class={`view view-${view}`} aria-labelledby="view-name">
        <h1 id="view-name" class="visually-hidden">
          {capitalized(view)}
        </h1>
        {locked === undefined ? (
          isGone ? (
            <MissingSandbox />
          ) : (
            <Drawn parameters={parameters} opened={opened} />
          )
        ) : (
          <TokenCard why={locked} />
        )}
      </main>
      {isUsable && <Windows view={view} />}
      <Notices view={view} />
    </div>
  );
}

/** The keys Control+K and Command+K open the palette, unless a window is open. So does `/` in a view without a search field. */
function useFindKey(open: () => void): void {
  useKeys((event) => {
    const isSearch = isPlainKey(event, '/');
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isFind = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;
    if (!isSearch && !isFind) return;
    event.preventDefault();
    const field = document.querySelector<HTMLElement>('input[aria-keyshortcuts="/"]');
    if (isSearch && field !== null) field.focus();
    else if (!isDialogOpen()) open();
  });
}
