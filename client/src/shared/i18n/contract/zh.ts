export { default as terminal } from '../texts/contract-terminal/zh.json';
export { default as ticket } from '../texts/contract-ticket/zh.json';
export { default as desk } from '../texts/contract-desk/zh.json';
export { default as pages } from '../texts/contract-pages/zh.json';
