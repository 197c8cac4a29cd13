export { default as option } from '../texts/option/kr.json';
