export { FAULT_CALLS, faultSentence, type SpokenFault } from './fault-sentence.ts';
export { oneTimeCodeIn } from './one-time-code.ts';
export { asciiDigits } from './plain-text.ts';
export { faultSuggestions, type ReadFault, readFault } from './read-fault.ts';
export { filterTerm, searchTerm } from './search-term.ts';
export { shellWord } from './shell-word.ts';
export { spanText } from './span.ts';
export { beginning, visible, visibleLine } from './visible.ts';
