import { connection } from '../api/connection.ts';
import type { RequestCode } from '../api/types.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import type { Identifiers } from './replay.tsx';

const FORMS = [
  ['curl', 'curl'],
  ['sdk', 'SDK code'],
  ['test', 'a test'],
] as const;

/** Buttons that copy a call as a command, as a program, and as a test. */
export function CopyAs({ id, ids }: { readonly id: string; readonly ids: Identifiers }) {
  const path = `/requests/${encodeURIComponent(id)}/code${query({ baseUrl: connection.origin, ids })}`;
  // A logged call does not change, so its code is read once.
  const { data } = useResource<RequestCode>(path, { keepsGone: true, changesWith: () => path });
  return (
    <p class="copy-as">
      <span class="dim">Copy as</span>
      {FORMS.map(([form, name]) => {
        const code = data?.[form];
        if (code === null) return null;
        return (
          <CopyButton
            text={code}
            label={name}
            notice={`The request is copied as ${name}.`}
            class="small"
            key={form}
          >
            {name}
          </CopyButton>
        );
      })}
    </p>
  );
}
