/** Express 4 under another name. Its API is that of Express 5 here. */
declare module 'express4' {
  export { default } from 'express';
}
