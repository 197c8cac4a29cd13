export { default as option } from '../texts/option/pt.json';
