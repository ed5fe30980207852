import { useEffect, useState } from 'preact/hooks';

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

let show: (notice: Notice | undefined) => void = () => undefined;

/** Runs an action of the user and shows a notice: the given text, or the error. Returns whether it succeeded. */
export async function runAction(work: () => Promise<unknown>, success: string): Promise<boolean> {
  try {
    await work();
    show({ text: success, isError: false });
    return true;
  } catch (error) {
    show({ text: (error as Error).message, isError: true });
    return false;
  }
}

/** The result of the latest action. Screen readers announce it, and it disappears after a while unless it is an error. */
export function Notices() {
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    show = setNotice;
  }, []);
  useEffect(() => {
    if (notice === undefined || notice.isError) return undefined;
    const timer = setTimeout(() => setNotice(undefined), 5_000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices">
      <div role="status">
        {notice !== undefined && !notice.isError && <p class="notice">{notice.text}</p>}
      </div>
      <div role="alert">
        {notice?.isError && (
          <p class="notice notice-error">
            <span>{notice.text}</span>
            <button type="button" class="quiet" onClick={() => setNotice(undefined)}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
