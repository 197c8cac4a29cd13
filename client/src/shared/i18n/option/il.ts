export { default as option } from '../texts/option/il.json';
