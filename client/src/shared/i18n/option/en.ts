export { default as option } from '../texts/option/en.json';
