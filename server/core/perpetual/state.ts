/** What is kept of perpetuals: of each market its contract and its mark. Books, orders and prices stand with the market itself. */
import type { ContractTerms } from './terms';

export interface Contract {
  terms: ContractTerms;
  mark: MarkState;
}

/** What publications left behind. Prices are ticks of the market. */
export interface MarkState {
  /** 0 before the first. */
  mark: number;
  index: number;
  /** Time of the last publication, milliseconds; 0 before the first. */
  at: number;
  /** What a lot that was long all the time has owed in funding since the beginning: parts of 10^9 of a tick, exact. */
  fundingSum: bigint;
}

export interface PerpetualState {
  /** By market, as they were listed. */
  contracts: Map<string, Contract>;
}

export function createPerpetualState(): PerpetualState {
  return { contracts: new Map() };
}

export function createContract(terms: ContractTerms): Contract {
  return { terms, mark: { mark: 0, index: 0, at: 0, fundingSum: 0n } };
}
