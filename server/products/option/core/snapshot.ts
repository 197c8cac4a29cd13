/** Second contracts in the canonical state. */
import type { OptionRule } from '../../../../shared/products/option/rules/settlement';
import { sortedByKey } from '../../../core/evolve-helpers';
import { PUBLICATION } from '../../../core/index-price/snapshot';
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../../../core/product';
import { counterRow, arrayOf, keyedRecordsRow, recordCodec, recordsRow } from '../../../core/snapshot/record-rows';
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

const TERMS = recordCodec<OptionTerms>()(
  ...(['symbol', 'asset'] as const),
  ['#amountMin', '#amountMax', '#sideMax', '#totalMax', '#userMax', '#levelsUserMax'],
  ...(['durationsMs', 'payoutsPpb', 'feesPpb', '#feeAmounts'] as const),
);
const PRODUCT = recordCodec<Pick<OptionProduct, 'terms' | 'state' | 'published'>>()({ terms: TERMS }, 'state', {
  published: arrayOf(PUBLICATION),
});
const PROPOSED = recordCodec<{ terms: OptionTerms; by: number }>()({ terms: TERMS }, 'by');
const PRICE = recordCodec<Publication>()('price', 'at', 'batch');
const ENTRY = recordCodec<OptionEntry>()('price', 'at', 'batch', 'basis');

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

const contractLine = snapshotRow<ContractLine>(
  'option-contract',
  function* ({ options }) {
    for (const [id, contract] of sortedByKey(options.contracts)) {
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
  (
    state,
    [, id, user, symbol, direction, asset, stake, durationMs, payoutPpb, fee, times, counting, ...remainingFields],
  ) => {
    const [levels, hold, noted, entry, hit] = remainingFields;
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
const hitLine = snapshotRow<[is: 'option-hit', contract: number, symbol: string]>(
  'option-hit',
  function* ({ options }) {
    for (const [contract, symbol] of options.hits) yield ['option-hit', contract, symbol];
  },
  ({ options }, [, contract, symbol]) => {
    options.hits.set(contract, symbol);
  },
);

const NEXT_LIMIT = recordCodec<NonNullable<OwnLimit['next']>>()('#amount', 'day');
const LIMIT = recordCodec<OwnLimit>()('#amount', { next: NEXT_LIMIT }, 'day', '#staked');

/** Products come before the contracts in their indexes. */
const OPTIONS: SnapshotRows<OptionsState> = {
  next: counterRow('option-next', ({ options }) => options, 'next'),
  products: recordsRow('option', ({ options }) => options.products, PRODUCT, {
    key: ({ terms }) => terms.symbol,
    make: (record) => ({ ...createProduct(record.terms), ...record }),
  }),
  proposed: recordsRow('option-proposed', ({ options }) => options.proposed, PROPOSED, {
    key: ({ terms }) => terms.symbol,
  }),
  contracts: contractLine,
  hits: hitLine,
  limits: keyedRecordsRow('option-limit', ({ options }) => options.limits, LIMIT),
  reserved: 'derived',
};

export const optionSnapshotRows = snapshotRowsOf(OPTIONS);
