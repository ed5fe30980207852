import { offsetText } from '../clock/mode-text.ts';
import { NextJobButton } from '../clock/next-job-button.tsx';
import { dayOf, timeOf } from '../format.ts';
import { useDigest, useNow } from '../live/digest.ts';
import { href } from '../routing/route.ts';
import { SandboxPicker } from '../sandboxes/sandbox-picker.tsx';
import { openSend } from '../sending/drafts.ts';
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
      <a class="brand" href={href('phones')}>
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="7" />
          <path d="M8 9.500h16a1.500 1.500 0 0 1 1.500 1.500v8.500a1.500 1.500 0 0 1-1.500 1.500H15l-4.500 4v-4H8A1.500 1.500 0 0 1 6.500 19.500V11A1.500 1.500 0 0 1 8 9.500Z" />
        </svg>
        <span>Messaging emulator</span>
      </a>
      <SandboxPicker />
      <button type="button" class="primary send" onClick={() => openSend()}>
        New<span class="send-what"> message</span>
      </button>
      <button type="button" class="quiet find-anything" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
        <svg class="view-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M7 2a5 5 0 1 1 0 10a5 5 0 0 1 0-10ZM10.700 10.700l3.300 3.300" />
        </svg>
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
