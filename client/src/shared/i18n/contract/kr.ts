export { default as terminal } from '../texts/contract-terminal/kr.json';
export { default as ticket } from '../texts/contract-ticket/kr.json';
export { default as desk } from '../texts/contract-desk/kr.json';
export { default as pages } from '../texts/contract-pages/kr.json';
