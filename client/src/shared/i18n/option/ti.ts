export { default as option } from '../texts/option/ti.json';
