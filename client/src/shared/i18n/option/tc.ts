export { default as option } from '../texts/option/tc.json';
