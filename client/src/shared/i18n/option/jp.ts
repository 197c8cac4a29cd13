export { default as option } from '../texts/option/jp.json';
