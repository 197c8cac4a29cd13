/** Financial products and mining in the canonical state. */
import { linesOf, type Told } from '../../../core/product';
import { counterIn, entriesIn, record, recordsIn, type Codec } from '../../../core/snapshot/records';
import type { CoreState } from '../../../core/state';
import type { EarnTerms, FinancialTerms, MiningTerms } from './commands';
import { noteHeld } from './evolve';
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

const FINANCIAL_TERMS = record<FinancialTerms>()('product', 'name', 'asset', 'termDays', 'annualRatePpb', [
  '#quota',
  '#amountMin',
  '#userMax',
]);
const FINANCIAL_PURCHASE = record<FinancialPurchase>()(
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
const CANCELS = record<Cancels>()('day', 'count', '#amount');

const MINING_TERMS = record<MiningTerms>()(
  ['product', 'name', 'asset', 'incomeAsset'],
  ['termDays', 'dailyRatePpb', 'payout', 'rebate', 'rebatePpb'],
  ['#quota', '#amountMin', '#amountMax'],
);
const MINING_PURCHASE = record<MiningPurchase>()(
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

/** Products before the purchases that are counted in them. */
function toldOf(kind: EarnKind, terms: Codec<EarnTerms>, purchase: Codec<EarnPurchase>): Told<EarnState> {
  const earnOf = (state: CoreState): EarnState => state[kind];
  const product = record<Omit<EarnProduct, 'held'>>()({ terms }, 'state', '#sold');
  const proposed = record<{ terms: EarnTerms; by: number }>()({ terms }, 'by');
  return {
    next: counterIn(`${kind}-next`, earnOf, 'next'),
    products: recordsIn(kind, (state) => earnOf(state).products, product, {
      key: (told) => told.terms.product,
      make: (told) => ({ ...told, held: new Map<number, bigint>() }),
    }),
    proposed: recordsIn(`${kind}-proposed`, (state) => earnOf(state).proposed, proposed, {
      key: (told) => told.terms.product,
    }),
    purchases: recordsIn(`${kind}-purchase`, (state) => earnOf(state).purchases, purchase, {
      key: ({ id }) => id,
      note: (state, one) => noteHeld(earnOf(state), one),
    }),
    due: 'derived',
    promised: 'derived',
  };
}

const FINANCIAL: Told<FinancialState> = {
  ...toldOf('financial', FINANCIAL_TERMS, FINANCIAL_PURCHASE),
  cancels: entriesIn('financial-cancels', ({ financial }) => financial.cancels, CANCELS),
};

export const earnLines = [...linesOf(FINANCIAL), ...linesOf(toldOf('mining', MINING_TERMS, MINING_PURCHASE))];
