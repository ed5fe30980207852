export { oneTimeCodeIn } from './one-time-code.ts';
export { beginning, visible, visibleLine } from './visible.ts';
