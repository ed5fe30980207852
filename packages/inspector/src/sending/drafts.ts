import { useEffect, useState } from 'preact/hooks';

/** The first values of the form for sending. */
export interface Draft {
  /** Whether one text goes to many numbers. */
  readonly isBatch: boolean;
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly text?: string | undefined;
}

let show: (draft: Draft | undefined) => void = () => undefined;

/** Opens the form for sending, from any view. */
export function openSend(draft: Draft = { isBatch: false }): void {
  show(draft);
}

/** The open draft, and how to close it. For the one component that shows the form. */
export function useDraft(): readonly [draft: Draft | undefined, close: () => void] {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    show = setDraft;
  }, []);
  return [draft, () => setDraft(undefined)];
}
