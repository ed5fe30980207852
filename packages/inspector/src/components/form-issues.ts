import type { Issue } from '../api/control-api.ts';

/** Issues of a request, divided between the controls of a form and the rest. */
interface DividedIssues {
  /** Messages by the name of the control. */
  readonly shown: Readonly<Record<string, string>>;
  readonly rest: readonly Issue[];
}

/**
 * Divides the issues of a request between the controls of a form. A control has the path of its value as its name, or the
 * end of that path: an issue at `messages[0].to` belongs to the control `to`. Of several, the longest name decides.
 */
export function forControls(issues: readonly Issue[], names: readonly string[]): DividedIssues {
  const shown: Record<string, string> = {};
  const rest: Issue[] = [];
  for (const issue of issues) {
    const name = controlOf(issue.path, names);
    if (name === undefined) rest.push(issue);
    else shown[name] = [shown[name], sentence(issue.message)].filter((text) => text !== undefined).join(' ');
  }
  return { shown, rest };
}

function controlOf(path: string, names: readonly string[]): string | undefined {
  const segments = `.${path.replaceAll(/\[(\w+)\]/g, '.$1')}.`;
  return names.filter((name) => segments.includes(`.${name}.`)).toSorted((a, b) => b.length - a.length)[0];
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}
