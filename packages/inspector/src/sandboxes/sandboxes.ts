import { ROOT, SANDBOX } from '../api/control-api.ts';
import type { DigestResponse, SandboxesResponse } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';

/** A sandbox of the server. */
export type SandboxView = SandboxesResponse['sandboxes'][number];

/** The sandboxes of the server; undefined before the first response. */
export function useSandboxes(): readonly SandboxView[] | undefined {
  const changesWith = (digest: DigestResponse) => digest.sandboxes;
  return useResource<SandboxesResponse>(`${ROOT}/sandboxes`, { changesWith }).data?.sandboxes;
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
