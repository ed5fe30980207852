import type { RequestDetail } from '../api/types.ts';
import { runAction } from '../components/notices.tsx';
import { curlOf, keyOf, sdkCodeOf, testCodeOf } from './request-code.ts';

/** Buttons that copy a call as a command, as a program, and as a test. */
export function CopyAs({
  request,
  apiKeys,
}: {
  readonly request: RequestDetail;
  readonly apiKeys: readonly string[];
}) {
  const target = { baseUrl: location.origin, apiKey: keyOf(request.url, apiKeys) ?? 'YOUR_API_KEY' };
  const forms = [
    ['curl', curlOf(request, target)],
    ['SDK code', sdkCodeOf(request, target)],
    ['a test', testCodeOf(request)],
  ] as const;
  return (
    <p class="copy-as">
      <span class="dim">Copy as</span>
      {forms.map(
        ([name, code]) =>
          code !== undefined && (
            <button
              type="button"
              class="small"
              key={name}
              onClick={() =>
                void runAction(() => navigator.clipboard.writeText(code), `The request is copied as ${name}.`)
              }
            >
              {name}
            </button>
          ),
      )}
    </p>
  );
}
