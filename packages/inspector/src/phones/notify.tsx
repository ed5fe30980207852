import { visible } from '@messaging-service/text';
import { useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import { store, stored } from '../api/stored.ts';
import type { HandsetView } from '../api/types.ts';
import { notify } from '../components/notices.tsx';
import { numberText } from '../format.ts';
import { live } from '../live/digest.ts';
import { go } from '../routing/route.ts';
import { isText } from './unread.ts';

const KEY = 'messaging-emulator-notify';

/** The maximum number of phones that one notification names. */
const MOST = 3;

/** The place in the history until which the user has seen texts or was told about them. */
let told = Number.POSITIVE_INFINITY;

/** Notifies about new texts while the page is hidden. The page then continues to read. */
function follow(): void {
  const { digest } = live;
  if (digest === undefined) return;
  const since = told;
  told = digest.seq;
  if (!document.hidden || digest.seq <= since) return;
  call<{ handsets: readonly HandsetView[] }>('GET', `/handsets?offset=0&limit=${MOST}`).then(
    ({ handsets }) => {
      for (const handset of handsets) if (isText(handset) && handset.seq > since) show(handset);
    },
    () => undefined,
  );
}

function show({ number, text }: HandsetView): void {
  const shown = new Notification(numberText(number), { body: visible(text), tag: number });
  shown.onclick = () => {
    window.focus();
    go('phones', { number });
  };
}

let stop: (() => void) | undefined;

function turn(isOn: boolean): void {
  store(KEY, isOn ? 'on' : undefined);
  stop?.();
  stop = isOn ? live.listen(follow) : undefined;
  live.readsHidden = isOn;
}

const isAllowed = () => 'Notification' in globalThis && Notification.permission === 'granted';
if (stored(KEY) === 'on' && isAllowed()) turn(true);

/** A button by which the browser tells about new texts while another tab is open. A browser without notifications has none. */
export function NotifyButton() {
  const [isOn, setOn] = useState(stop !== undefined);
  if (!('Notification' in globalThis)) return null;
  const toggle = async () => {
    if (!isOn && (await Notification.requestPermission()) !== 'granted') {
      notify('The browser does not allow notifications of this page.');
      return;
    }
    turn(!isOn);
    setOn(!isOn);
  };
  return (
    <button
      type="button"
      class="small quiet"
      aria-pressed={isOn}
      title="Notifications of the browser about new texts, while another tab is open"
      onClick={() => void toggle()}
    >
      Notify me
    </button>
  );
}
