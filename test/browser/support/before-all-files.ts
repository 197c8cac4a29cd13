/** Jest's `globalSetup` of these tests. */
export { openForTheRun as default } from './chromium';
