import { jobs } from './effects.mjs';

export default (name) => jobs[name]();
