import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Something that a notice offers to do, such as undoing the action that it reports. */
interface NoticeAction {
  readonly name: string;
  readonly run?: () => unknown;
}

interface Notice {
  readonly text: ComponentChildren;
  readonly isError: boolean;
  /** The address that the page had when the notice appeared. */
  readonly address: string;
  readonly action?: NoticeAction | undefined;
}

/** How long a notice stays; longer with an action, because the user must be able to reach it. */
const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 15_000;

let set: (notice: Notice) => void = () => undefined;

function show(notice: Omit<Notice, 'address'>): void {
  set({ ...notice, address: location.hash });
}

/** Shows a notice until the next one or until another view is opened, or for some seconds. */
export function notify(text: ComponentChildren, action?: NoticeAction): void {
  show({ text, isError: false, action });
}

/** Runs an action of the user and shows a notice: the text, if there is one, or the error. Returns whether it succeeded. */
export async function runAction(work: () => Promise<unknown>, success?: string): Promise<boolean> {
  try {
    await work();
    if (success !== undefined) notify(success);
    return true;
  } catch (error) {
    show({ text: (error as Error).message, isError: true, action: { name: 'Dismiss' } });
    return false;
  }
}

/** The result of the latest action. Screen readers announce it, and it disappears with its view, or after a while unless it is an error. */
export function Notices({ view }: { readonly view: string }) {
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    set = setNotice;
  }, []);
  // The notice of an action that opened the view has its address already.
  useEffect(() => setNotice((latest) => (latest?.address === location.hash ? latest : undefined)), [view]);
  useEffect(() => {
    if (notice === undefined || notice.isError) return undefined;
    const timer = setTimeout(
      () => setNotice(undefined),
      notice.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS,
    );
    return () => clearTimeout(timer);
  }, [notice]);
  const act = (action: NoticeAction | undefined) => {
    setNotice(undefined);
    action?.run?.();
  };
  return (
    <div class="notices">
      {[false, true].map((isError) => (
        <div role={isError ? 'alert' : 'status'} key={isError}>
          {notice?.isError === isError && (
            <div class={isError ? 'notice notice-error' : 'notice'}>
              <div>{notice.text}</div>
              {notice.action && (
                <button type="button" class="notice-action" onClick={() => act(notice.action)}>
                  {notice.action.name}
                </button>
              )}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
