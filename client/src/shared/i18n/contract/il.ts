export { default as terminal } from '../texts/contract-terminal/il.json';
export { default as ticket } from '../texts/contract-ticket/il.json';
export { default as desk } from '../texts/contract-desk/il.json';
export { default as pages } from '../texts/contract-pages/il.json';
