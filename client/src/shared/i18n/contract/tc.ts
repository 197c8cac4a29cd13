export { default as terminal } from '../texts/contract-terminal/tc.json';
export { default as ticket } from '../texts/contract-ticket/tc.json';
export { default as desk } from '../texts/contract-desk/tc.json';
export { default as pages } from '../texts/contract-pages/tc.json';
