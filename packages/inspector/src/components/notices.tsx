import { useEffect, useState } from 'preact/hooks';

interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

let show: (notice: Notice | undefined) => void = () => undefined;

/** Does what a person asked for, and says how it went. Answers whether it went well. */
export async function perform(work: () => Promise<unknown>, said: string): Promise<boolean> {
  try {
    await work();
    show({ text: said, isError: false });
    return true;
  } catch (error) {
    show({ text: (error as Error).message, isError: true });
    return false;
  }
}

/** How the latest action went: read out by screen readers, gone after a while unless it went wrong. */
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
