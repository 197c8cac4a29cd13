/** Jest's `globalTeardown` of these tests. */
export { closeForTheRun as default } from './chromium';
