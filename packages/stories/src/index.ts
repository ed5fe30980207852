export { literal } from './literal.ts';
export { FORMS, programOf, type StoryProgram } from './programs.ts';
export * from './story.ts';
