import type { RequestSummary } from '../api/types.ts';
import { runAction } from '../components/notices.tsx';
import { count, plural } from '../format.ts';
import type { LogWindow } from '../live/log-window.ts';

/**
 * A note on a list that is frozen while the user reads it: the number of newer entries, and of those that the log no
 * longer has.
 */
export function HeldNote({ log }: { readonly log: LogWindow<RequestSummary> }) {
  const { newer, gone, limit = 0 } = log;
  if (newer === 0 && gone === 0) return null;
  const toNewest = async (list: Element | null) => {
    if (!(await runAction(() => log.takeNewer()))) return;
    requestAnimationFrame(() => list?.querySelector('[role=grid]')?.scrollTo({ top: 0 }));
  };
  return (
    <div class="held-note">
      <button
        type="button"
        class="small"
        onClick={({ currentTarget }) => void toNewest(currentTarget.closest('.split-list'))}
      >
        ↑ {newer === undefined ? 'Newest requests' : plural(newer, 'newer request')}
      </button>
      {gone > 0 && (
        <span class="dim">
          {count(gone)} of these are no longer in the log, which keeps {count(limit)}
        </span>
      )}
    </div>
  );
}
