/** An operator of a search field, such as `state:failed`. */
export interface Operator {
  /** Its name before the colon, and the parameter of the address and of the control API. */
  readonly name: string;
  /** Example of a value, for the hint. */
  readonly example: string;
  /** The values that it accepts; default: any. */
  readonly values?: readonly string[];
}

/** The parts of a typed text. */
export interface Typed {
  /** Values by the names of their operators. */
  readonly filters: Readonly<Record<string, string>>;
  /** The text without the operators. */
  readonly text: string;
}

/**
 * `name:value`. A value with spaces is in quotes. A number may have spaces after a plus. Numbers of the countries 1 and 44
 * are complete with ten digits after the country, and further digits are text. Numbers of other countries can have any
 * length, so all following groups of two or more digits belong to them.
 */
const TERM =
  /(?<=^|\s)([a-z]+):(?:"([^"]*)"|(\+(?:1|44)(?:[ ().-]*\d){10})|(\+[\d\s().-]*\d\d)|(\S+))(?=\s|$)/gi;

/**
 * Removes the operators from a text. Unknown operators and values that an operator does not accept stay in the text,
 * because a message can contain `http:`.
 *
 * @param isComplete - Whether the user has finished typing; otherwise the last word may still grow.
 */
export function parseTyped(typed: string, operators: readonly Operator[], isComplete: boolean): Typed {
  const filters: Record<string, string> = {};
  const text = typed.replace(TERM, (term: string, name: string, ...rest: unknown[]) => {
    const [quoted, whole, number, word, offset] = rest as [string?, string?, string?, string?, number?];
    const after = typed.slice((offset ?? 0) + term.length);
    // Another group of digits may follow after a space.
    const mayGrow = number === undefined ? after === '' : /^\s*\d?$/.test(after);
    if (mayGrow && !isComplete && quoted === undefined) return term;
    const value = quoted ?? whole ?? number ?? word ?? '';
    const operator = operators.find((one) => one.name === name.toLowerCase());
    if (operator === undefined || !accepts(operator, value)) return term;
    filters[operator.name] = operator.values === undefined ? value : value.toLowerCase();
    return '';
  });
  return { filters, text: Object.keys(filters).length === 0 ? typed : text.replaceAll(/\s+/g, ' ').trim() };
}

function accepts({ values }: Operator, value: string): boolean {
  return value !== '' && (values === undefined || values.includes(value.toLowerCase()));
}

/** The hint of a search field: its operators with examples. */
export function hintOf(operators: readonly Operator[]): string {
  return operators.map(({ name, example }) => `${name}:${example}`).join('  ');
}
