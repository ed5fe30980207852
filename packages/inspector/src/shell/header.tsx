import { offsetText } from '../clock/mode-text.ts';
import { NextJobButton } from '../clock/running-advance.tsx';
import { dayOf, timeOf } from '../format.ts';
import { useDigest, useNow } from '../live/digest.ts';
import { href } from '../routing/route.ts';
import { SandboxPicker } from '../sandboxes/sandbox-picker.tsx';
import { openSend } from '../sending/send-dialog.tsx';
import { Icon } from './icon.tsx';
import type { Theme } from './theme.ts';

interface HeaderProps {
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onFind: () => void;
}

/** The top of the page: sandbox, clock, and actions that every view has. */
export function Header({ theme, onTheme, onFind }: HeaderProps) {
  return (
    <header class="header">
      <a class="brand" href={href('overview')}>
        <Icon name="brand" />
        <span>Messaging emulator</span>
      </a>
      <SandboxPicker />
      <button type="button" class="primary send" onClick={() => openSend()}>
        New<span class="send-what"> message</span>
      </button>
      <button type="button" class="quiet find-anything" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
        <Icon name="find" />
        <span class="visually-hidden">Find anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span class="spacer" />
      <Present />
      <NextJobButton />
      <button
        type="button"
        class="quiet icon"
        aria-label={theme === 'dark' ? 'Use light colors' : 'Use dark colors'}
        onClick={onTheme}
      >
        <Icon name={theme === 'dark' ? 'light' : 'dark'} />
      </button>
    </header>
  );
}

/** The emulator's time, or a note that the emulator is unreachable. */
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
  const offset = offsetText(digest);
  return (
    <a class="present" href={href('clock')}>
      <span class="visually-hidden">Clock: </span>
      <span class={`dot dot-${digest.mode}`} />
      <span class="present-text">
        <span class="present-day">{dayOf(now)}</span> <b>{timeOf(Math.floor(now / 1_000) * 1_000)}</b>{' '}
        <span class="present-mode">
          {digest.mode}
          {offset !== undefined && <span class="present-offset"> {offset}</span>}
        </span>
      </span>
    </a>
  );
}
