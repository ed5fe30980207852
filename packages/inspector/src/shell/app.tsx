import { useEffect, useRef } from 'preact/hooks';
import { AccountsView } from '../accounts/accounts-view.tsx';
import { ClockView } from '../clock/clock-view.tsx';
import { Notices } from '../components/notices.tsx';
import { MessagesView } from '../messages/messages-view.tsx';
import { PhonesView } from '../phones/phones-view.tsx';
import { RequestsView } from '../requests/requests-view.tsx';
import { useRoute } from '../routing/route.ts';
import { StateView } from '../state/state-view.tsx';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { VIEW_NAMES } from './view-names.ts';

const COMPONENTS = {
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
  const { view, opened, parameters } = useRoute();
  const main = useRef<HTMLElement>(null);
  const drawn = useRef(view);
  useEffect(() => {
    document.title = `${VIEW_NAMES[view]} – Messaging emulator`;
    // The focus tells screen readers that the view has changed.
    if (drawn.current !== view) main.current?.focus();
    drawn.current = view;
  }, [view]);
  const Drawn = COMPONENTS[view];
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the view
      </button>
      <Header />
      <Navigation view={view} />
      <main ref={main} tabIndex={-1} class={`view view-${view}`} aria-labelledby="view-name">
        <h1 id="view-name" class="visually-hidden">
          {VIEW_NAMES[view]}
        </h1>
        <Drawn parameters={parameters} opened={opened} />
      </main>
      <Notices />
    </div>
  );
}
