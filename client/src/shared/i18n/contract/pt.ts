export { default as terminal } from '../texts/contract-terminal/pt.json';
export { default as ticket } from '../texts/contract-ticket/pt.json';
export { default as desk } from '../texts/contract-desk/pt.json';
export { default as pages } from '../texts/contract-pages/pt.json';
