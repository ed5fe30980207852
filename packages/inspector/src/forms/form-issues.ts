import type { Issue } from '../api/control-api.ts';
import { capitalized } from '../values.ts';

/**
 * The issues of a request by the path of the control that they belong to. A control has the path of its value, or the end
 * of that path: an issue at `messages[0].to` belongs to the control `to`. Of several, the longest path decides.
 */
export function forControls(
  issues: readonly Issue[],
  paths: readonly string[],
): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const { path, message } of issues) {
    const control = controlOf(path, paths);
    if (control === undefined) continue;
    shown[control] = [shown[control], sentence(message)].filter((text) => text !== undefined).join(' ');
  }
  return shown;
}

function controlOf(path: string, paths: readonly string[]): string | undefined {
  const segments = `.${path.replaceAll(/\[(\w+)\]/g, '.$1')}.`;
  return paths
    .filter((control) => segments.includes(`.${control}.`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function sentence(message: string): string {
  return capitalized(message) + (/[.!?]$/.test(message) ? '' : '.');
}
