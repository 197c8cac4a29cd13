/** Mining in the canonical state. */
import type { FinancialSale } from '../earn/commands';
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { MiningPayout, MiningRebate, MiningTerms } from './commands';
import { noteHeld } from './evolve';
import { createMiningProduct, type MiningState } from './state';

type TermsLine = [
  names: [product: string, name: string, asset: string, incomeAsset: string],
  rules: [termDays: number, dailyRatePpb: number, payout: MiningPayout, rebate: MiningRebate, rebatePpb: number],
  amounts: string[],
];

function toldTerms(terms: MiningTerms): TermsLine {
  const { product, name, asset, incomeAsset, termDays, dailyRatePpb, payout, rebate, rebatePpb } = terms;
  const { quota, amountMin, amountMax } = terms;
  return [
    [product, name, asset, incomeAsset],
    [termDays, dailyRatePpb, payout, rebate, rebatePpb],
    [quota, amountMin, amountMax].map(String),
  ];
}

function restoredTerms([names, rules, amounts]: TermsLine): MiningTerms {
  const [product, name, asset, incomeAsset] = names;
  const [termDays, dailyRatePpb, payout, rebate, rebatePpb] = rules;
  const [quota, amountMin, amountMax] = amounts.map(BigInt);
  const sold = { termDays, dailyRatePpb, payout, rebate, rebatePpb, quota, amountMin, amountMax };
  return { product, name, asset, incomeAsset, ...sold };
}

const nextLine = lineRow<[is: 'mining-next', next: number]>(
  'mining-next',
  function* ({ mining }) {
    if (mining.next > 1) yield ['mining-next', mining.next];
  },
  ({ mining }, [, next]) => {
    mining.next = next;
  },
);

const productLine = lineRow<[is: 'mining', terms: TermsLine, state: FinancialSale, sold: string]>(
  'mining',
  function* ({ mining }) {
    for (const [, { terms, state, sold }] of sorted(mining.products))
      yield ['mining', toldTerms(terms), state, `${sold}`];
  },
  ({ mining }, [, terms, state, sold]) => {
    const product = createMiningProduct(restoredTerms(terms));
    mining.products.set(product.terms.product, { ...product, state, sold: BigInt(sold) });
  },
);

const proposalLine = lineRow<[is: 'mining-proposed', terms: TermsLine, by: number]>(
  'mining-proposed',
  function* ({ mining }) {
    for (const [, { terms, by }] of sorted(mining.proposed)) yield ['mining-proposed', toldTerms(terms), by];
  },
  ({ mining }, [, terms, by]) => {
    const proposed = restoredTerms(terms);
    mining.proposed.set(proposed.product, { terms: proposed, by });
  },
);

type PurchaseLine = [
  is: 'mining-purchase',
  id: number,
  user: number,
  names: [product: string, asset: string, incomeAsset: string],
  amounts: [amount: string, income: string],
  rules: [termDays: number, dailyRatePpb: number, payout: MiningPayout],
  times: [boughtAt: number, startsAt: number, expiresAt: number],
  paid: number,
  rebate: [inviter: number | null, rebatePpb: number],
  hold: number,
];

const purchaseLine = lineRow<PurchaseLine>(
  'mining-purchase',
  function* ({ mining }) {
    for (const [id, purchase] of sorted(mining.purchases)) {
      const { user, product, asset, incomeAsset, amount, income, termDays, dailyRatePpb, payout } = purchase;
      const { boughtAt, startsAt, expiresAt, paid, inviter, rebatePpb, hold } = purchase;
      yield [
        ...(['mining-purchase', id, user, [product, asset, incomeAsset]] as const),
        ...([
          [`${amount}`, `${income}`],
          [termDays, dailyRatePpb, payout],
        ] as const),
        ...([[boughtAt, startsAt, expiresAt], paid, [inviter, rebatePpb], hold] as const),
      ] as PurchaseLine;
    }
  },
  (state, [, id, user, names, amounts, rules, times, paid, rebate, hold]) => {
    const [product, asset, incomeAsset] = names;
    const [amount, income] = amounts.map(BigInt);
    const [termDays, dailyRatePpb, payout] = rules;
    const [boughtAt, startsAt, expiresAt] = times;
    const [inviter, rebatePpb] = rebate;
    const bought = { product, asset, amount, incomeAsset, termDays, dailyRatePpb, payout, income };
    const purchase = { id, user, ...bought, boughtAt, startsAt, expiresAt, paid, inviter, rebatePpb, hold };
    state.mining.purchases.set(id, purchase);
    noteHeld(state, purchase);
  },
);

/** Products before the purchases that are counted in them. */
const MINING: Told<MiningState> = {
  next: nextLine,
  products: productLine,
  proposed: proposalLine,
  purchases: purchaseLine,
  due: 'derived',
  promised: 'derived',
};

export const miningLines = linesOf(MINING);
