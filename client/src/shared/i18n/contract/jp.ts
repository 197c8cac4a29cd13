export { default as terminal } from '../texts/contract-terminal/jp.json';
export { default as ticket } from '../texts/contract-ticket/jp.json';
export { default as desk } from '../texts/contract-desk/jp.json';
export { default as pages } from '../texts/contract-pages/jp.json';
