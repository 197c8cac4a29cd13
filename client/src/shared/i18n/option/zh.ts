export { default as option } from '../texts/option/zh.json';
