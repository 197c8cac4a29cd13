export { default as terminal } from '../texts/contract-terminal/en.json';
export { default as ticket } from '../texts/contract-ticket/en.json';
export { default as desk } from '../texts/contract-desk/en.json';
export { default as pages } from '../texts/contract-pages/en.json';
