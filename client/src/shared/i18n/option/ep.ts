export { default as option } from '../texts/option/ep.json';
