export { default as terminal } from '../texts/contract-terminal/ep.json';
export { default as ticket } from '../texts/contract-ticket/ep.json';
export { default as desk } from '../texts/contract-desk/ep.json';
export { default as pages } from '../texts/contract-pages/ep.json';
