/** Second contracts in the canonical state. */
import type { OptionRule } from '../../../../shared/products/option/rules/settlement';
import { sorted } from '../../../core/folding';
import { PUBLICATION } from '../../../core/index-price/lines';
import { lineRow, linesOf, type Told } from '../../../core/product';
import { counterIn, each, entriesIn, record, recordsIn } from '../../../core/snapshot/records';
import type { OptionTerms } from './commands';
import type { Publication } from './events';
import { noteOpen } from './evolve';
import {
  createProduct,
  type OptionContract,
  type OptionEntry,
  type OptionProduct,
  type OptionsState,
  type OwnLimit,
} from './state';

const TERMS = record<OptionTerms>()(
  ...(['symbol', 'asset'] as const),
  ['#amountMin', '#amountMax', '#sideMax', '#totalMax', '#userMax', '#levelsUserMax'],
  ...(['durationsMs', 'payoutsPpb', 'feesPpb', '#feeAmounts'] as const),
);
const PRODUCT = record<Pick<OptionProduct, 'terms' | 'state' | 'published'>>()({ terms: TERMS }, 'state', {
  published: each(PUBLICATION),
});
const PROPOSED = record<{ terms: OptionTerms; by: number }>()({ terms: TERMS }, 'by');
const PRICE = record<Publication>()('price', 'at', 'batch');
const ENTRY = record<OptionEntry>()('price', 'at', 'batch', 'basis');

type ContractLine = [
  is: 'option-contract',
  id: number,
  user: number,
  symbol: string,
  direction: OptionContract['direction'],
  asset: string,
  stake: string,
  durationMs: number,
  payoutPpb: number,
  fee: string,
  times: [from: number, startsAt: number | null, staleMs: number],
  counting: [rule: OptionRule, sourcesMin: number],
  levels: [takeProfit: number | null, stopLoss: number | null],
  hold: number,
  noted: [boughtAt: number, boughtBatch: number, enteredBatch: number | null],
  entry: unknown[] | null,
  hit: unknown[] | null,
];

const contractLine = lineRow<ContractLine>(
  'option-contract',
  function* ({ options }) {
    for (const [id, contract] of sorted(options.contracts)) {
      const { user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, from, startsAt, staleMs } = contract;
      const {
        rule,
        sourcesMin,
        takeProfit = null,
        stopLoss = null,
        hold,
        boughtAt,
        boughtBatch,
        enteredBatch,
        entry,
        hit,
      } = contract;
      yield [
        'option-contract',
        ...([id, user, symbol, direction, asset, `${stake}`, durationMs, payoutPpb, `${fee}`] as const),
        [from, startsAt, staleMs],
        [rule, sourcesMin],
        [takeProfit, stopLoss],
        hold,
        [boughtAt, boughtBatch, enteredBatch],
        entry && ENTRY.write(entry),
        hit && PRICE.write(hit),
      ];
    }
  },
  (state, [, id, user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, times, counting, ...more]) => {
    const [levels, hold, noted, entry, hit] = more;
    const [boughtAt, boughtBatch, enteredBatch] = noted;
    const [from, startsAt, staleMs] = times;
    const [rule, sourcesMin] = counting;
    const [takeProfit, stopLoss] = levels;
    const contract: OptionContract = {
      ...{ id, user, symbol, direction, asset, durationMs, payoutPpb, rule, from, startsAt, staleMs },
      ...{ sourcesMin, hold },
      ...{ boughtAt, boughtBatch, enteredBatch },
      ...{ stake: BigInt(stake), fee: BigInt(fee) },
      entry: entry && ENTRY.restore(entry),
      hit: hit && PRICE.restore(hit),
    };
    if (takeProfit !== null) contract.takeProfit = takeProfit;
    if (stopLoss !== null) contract.stopLoss = stopLoss;
    state.options.contracts.set(id, contract);
    noteOpen(state, contract);
  },
);

/** In the order in which levels were reached. */
const hitLine = lineRow<[is: 'option-hit', contract: number, symbol: string]>(
  'option-hit',
  function* ({ options }) {
    for (const [contract, symbol] of options.hits) yield ['option-hit', contract, symbol];
  },
  ({ options }, [, contract, symbol]) => {
    options.hits.set(contract, symbol);
  },
);

const NEXT_LIMIT = record<NonNullable<OwnLimit['next']>>()('#amount', 'day');
const LIMIT = record<OwnLimit>()('#amount', { next: NEXT_LIMIT }, 'day', '#staked');

/** Products before the contracts that stand in their indexes. */
const OPTIONS: Told<OptionsState> = {
  next: counterIn('option-next', ({ options }) => options, 'next'),
  products: recordsIn('option', ({ options }) => options.products, PRODUCT, {
    key: ({ terms }) => terms.symbol,
    make: (told) => ({ ...createProduct(told.terms), ...told }),
  }),
  proposed: recordsIn('option-proposed', ({ options }) => options.proposed, PROPOSED, {
    key: ({ terms }) => terms.symbol,
  }),
  contracts: contractLine,
  hits: hitLine,
  limits: entriesIn('option-limit', ({ options }) => options.limits, LIMIT),
  reserved: 'derived',
};

export const optionLines = linesOf(OPTIONS);
