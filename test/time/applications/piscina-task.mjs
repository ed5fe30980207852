import { jobs } from './effects.mjs';

// oxlint-disable-next-line import/no-default-export -- Piscina calls it.
export default (name) => jobs[name]();
