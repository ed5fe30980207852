import { useEffect, useState } from 'preact/hooks';
import { call, ROOT, SANDBOX } from '../api/control-api.ts';
import type { SandboxesResponse } from '../api/types.ts';
import { useDigest } from '../live/digest.ts';

/** A sandbox of the server. */
export type SandboxView = SandboxesResponse['sandboxes'][number];

/** The sandboxes of the server, read again when their number changes; undefined before the first response. */
export function useSandboxes(): readonly SandboxView[] | undefined {
  const { digest, connected } = useDigest();
  const [sandboxes, setSandboxes] = useState<readonly SandboxView[]>();
  useEffect(() => {
    let isObsolete = false;
    call<SandboxesResponse>('GET', `${ROOT}/sandboxes`).then(
      (response) => {
        if (!isObsolete) setSandboxes(response.sandboxes);
      },
      // An emulator that has stopped keeps the list that was read; the header shows that it has stopped.
      () => undefined,
    );
    return () => {
      isObsolete = true;
    };
  }, [digest?.sandboxes, connected]);
  return sandboxes;
}

/** Whether the sandbox of the page is known not to exist. */
export function isMissing(sandboxes: readonly SandboxView[] | undefined): boolean {
  return SANDBOX !== '' && sandboxes !== undefined && !sandboxes.some(({ id }) => id === SANDBOX);
}

/** The address of the page of a sandbox; the empty identifier is the default service. The view stays the same. */
export function sandboxAddress(id: string): string {
  const path = id === '' ? ROOT : `${ROOT}/sandboxes/${encodeURIComponent(id)}`;
  const [view = ''] = location.hash.replace(/^#\//, '').split(/[/?]/);
  return `${path}/${view === '' ? '' : `#/${view}`}`;
}
