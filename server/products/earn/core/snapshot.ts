/** Financial products and mining in the canonical state. */
import { snapshotRowsOf, type SnapshotRows } from '../../../core/product';
import {
  counterRow,
  keyedRecordsRow,
  recordCodec,
  recordsRow,
  type RecordCodec,
} from '../../../core/snapshot/record-rows';
import type { CoreState } from '../../../core/state';
import type { EarnTerms, FinancialTerms, MiningTerms } from './commands';
import { indexPurchase } from './evolve';
import type {
  Cancels,
  EarnKind,
  EarnProduct,
  EarnPurchase,
  EarnState,
  FinancialPurchase,
  FinancialState,
  MiningPurchase,
} from './state';

const FINANCIAL_TERMS = recordCodec<FinancialTerms>()('product', 'name', 'asset', 'termDays', 'annualRatePpb', [
  '#quota',
  '#amountMin',
  '#userMax',
]);
const FINANCIAL_PURCHASE = recordCodec<FinancialPurchase>()(
  'id',
  'user',
  'product',
  'asset',
  ['#amount', '#income'],
  ['termDays', 'annualRatePpb'],
  ['boughtAt', 'startsAt', 'expiresAt'],
  'renew',
  'hold',
);
const CANCELS = recordCodec<Cancels>()('day', 'count', '#amount');

const MINING_TERMS = recordCodec<MiningTerms>()(
  ['product', 'name', 'asset', 'incomeAsset'],
  ['termDays', 'dailyRatePpb', 'payout', 'rebate', 'rebatePpb'],
  ['#quota', '#amountMin', '#amountMax'],
);
const MINING_PURCHASE = recordCodec<MiningPurchase>()(
  'id',
  'user',
  ['product', 'asset', 'incomeAsset'],
  ['#amount', '#income'],
  ['termDays', 'dailyRatePpb', 'payout'],
  ['boughtAt', 'startsAt', 'expiresAt'],
  'paid',
  ['inviter', 'rebatePpb'],
  'hold',
);

/** Products come before the purchases counted in them. */
function snapshotRowsOfKind(
  kind: EarnKind,
  terms: RecordCodec<EarnTerms>,
  purchase: RecordCodec<EarnPurchase>,
): SnapshotRows<EarnState> {
  const earnOf = (state: CoreState): EarnState => state[kind];
  const product = recordCodec<Omit<EarnProduct, 'held'>>()({ terms }, 'state', '#sold');
  const proposalCodec = recordCodec<{ terms: EarnTerms; by: number }>()({ terms }, 'by');
  return {
    next: counterRow(`${kind}-next`, earnOf, 'next'),
    products: recordsRow(kind, (state) => earnOf(state).products, product, {
      key: (record) => record.terms.product,
      make: (record) => ({ ...record, held: new Map<number, bigint>() }),
    }),
    proposed: recordsRow(`${kind}-proposed`, (state) => earnOf(state).proposed, proposalCodec, {
      key: (record) => record.terms.product,
    }),
    purchases: recordsRow(`${kind}-purchase`, (state) => earnOf(state).purchases, purchase, {
      key: ({ id }) => id,
      note: (state, one) => indexPurchase(earnOf(state), one),
    }),
    due: 'derived',
    promised: 'derived',
  };
}

const FINANCIAL: SnapshotRows<FinancialState> = {
  ...snapshotRowsOfKind('financial', FINANCIAL_TERMS, FINANCIAL_PURCHASE),
  cancels: keyedRecordsRow('financial-cancels', ({ financial }) => financial.cancels, CANCELS),
};

export const earnSnapshotRows = [
  ...snapshotRowsOf(FINANCIAL),
  ...snapshotRowsOf(snapshotRowsOfKind('mining', MINING_TERMS, MINING_PURCHASE)),
];
