/** Perpetuals in the canonical state. */
import { known } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import { createContract, type PerpetualState } from './state';
import type { ContractTerms } from './terms';

type ToldTier = [cap: string, leverageMax: number, ratePpb: number];
type ContractLine = [
  is: 'contract',
  market: string,
  index: string,
  tiers: ToldTier[],
  closeFeePpb: number,
  priceLimitPpb: number,
  fundingIntervalMs: number,
  fundingCapPpb: number,
  openInterestMax: string,
  impactNotional: string,
];

const contractLine = lineRow<ContractLine>(
  'contract',
  function* ({ perpetual }) {
    for (const [market, { terms }] of perpetual.contracts) {
      yield [
        'contract',
        market,
        terms.index,
        terms.tiers.map(({ cap, leverageMax, ratePpb }) => [`${cap}`, leverageMax, ratePpb]),
        terms.closeFeePpb,
        terms.priceLimitPpb,
        terms.fundingIntervalMs,
        terms.fundingCapPpb,
        `${terms.openInterestMax}`,
        `${terms.impactNotional}`,
      ];
    }
  },
  ({ perpetual }, line) => {
    const terms: ContractTerms = {
      index: line[2],
      tiers: line[3].map(([cap, leverageMax, ratePpb]) => ({ cap: BigInt(cap), leverageMax, ratePpb })),
      closeFeePpb: line[4],
      priceLimitPpb: line[5],
      fundingIntervalMs: line[6],
      fundingCapPpb: line[7],
      openInterestMax: BigInt(line[8]),
      impactNotional: BigInt(line[9]),
    };
    perpetual.contracts.set(line[1], createContract(terms));
  },
);

type MarkLine = [is: 'mark', market: string, mark: number, index: number, at: number, fundingSum: string];
const markLine = lineRow<MarkLine>(
  'mark',
  function* ({ perpetual }) {
    for (const [market, { mark: state }] of perpetual.contracts) {
      if (state.at > 0) yield ['mark', market, state.mark, state.index, state.at, `${state.fundingSum}`];
    }
  },
  ({ perpetual }, [, market, mark, index, at, fundingSum]) => {
    known(perpetual.contracts, market).mark = { mark, index, at, fundingSum: BigInt(fundingSum) };
  },
);

const PERPETUAL: Told<PerpetualState> = { contracts: [contractLine, markLine] };

export const perpetualLines = linesOf(PERPETUAL);
