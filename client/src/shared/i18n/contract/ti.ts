export { default as terminal } from '../texts/contract-terminal/ti.json';
export { default as ticket } from '../texts/contract-ticket/ti.json';
export { default as desk } from '../texts/contract-desk/ti.json';
export { default as pages } from '../texts/contract-pages/ti.json';
