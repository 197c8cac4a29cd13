/** Financial products in the canonical state. */
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { FinancialSale, FinancialTerms, Renewal } from './commands';
import { noteHeld } from './evolve';
import { createFinancialProduct, type FinancialState } from './state';

type TermsLine = [product: string, name: string, asset: string, termDays: number, annualRatePpb: number, string[]];

function toldTerms(terms: FinancialTerms): TermsLine {
  const { product, name, asset, termDays, annualRatePpb, quota, amountMin, userMax } = terms;
  return [product, name, asset, termDays, annualRatePpb, [quota, amountMin, userMax].map(String)];
}

function restoredTerms([product, name, asset, termDays, annualRatePpb, amounts]: TermsLine): FinancialTerms {
  const [quota, amountMin, userMax] = amounts.map(BigInt);
  return { product, name, asset, termDays, annualRatePpb, quota, amountMin, userMax };
}

const nextLine = lineRow<[is: 'financial-next', next: number]>(
  'financial-next',
  function* ({ financial }) {
    if (financial.next > 1) yield ['financial-next', financial.next];
  },
  ({ financial }, [, next]) => {
    financial.next = next;
  },
);

const productLine = lineRow<[is: 'financial', terms: TermsLine, state: FinancialSale, sold: string]>(
  'financial',
  function* ({ financial }) {
    for (const [, { terms, state, sold }] of sorted(financial.products)) {
      yield ['financial', toldTerms(terms), state, `${sold}`];
    }
  },
  ({ financial }, [, terms, state, sold]) => {
    const product = createFinancialProduct(restoredTerms(terms));
    financial.products.set(product.terms.product, { ...product, state, sold: BigInt(sold) });
  },
);

const proposalLine = lineRow<[is: 'financial-proposed', terms: TermsLine, by: number]>(
  'financial-proposed',
  function* ({ financial }) {
    for (const [, { terms, by }] of sorted(financial.proposed)) yield ['financial-proposed', toldTerms(terms), by];
  },
  ({ financial }, [, terms, by]) => {
    const proposed = restoredTerms(terms);
    financial.proposed.set(proposed.product, { terms: proposed, by });
  },
);

type PurchaseLine = [
  is: 'financial-purchase',
  id: number,
  user: number,
  product: string,
  asset: string,
  amounts: [amount: string, income: string],
  terms: [termDays: number, annualRatePpb: number],
  times: [boughtAt: number, startsAt: number, expiresAt: number],
  renew: Renewal,
  hold: number,
];

const purchaseLine = lineRow<PurchaseLine>(
  'financial-purchase',
  function* ({ financial }) {
    for (const [id, purchase] of sorted(financial.purchases)) {
      const { user, product, asset, amount, income, termDays, annualRatePpb, renew, hold } = purchase;
      const { boughtAt, startsAt, expiresAt } = purchase;
      const amounts: PurchaseLine[5] = [`${amount}`, `${income}`];
      const times: PurchaseLine[7] = [boughtAt, startsAt, expiresAt];
      yield ['financial-purchase', id, user, product, asset, amounts, [termDays, annualRatePpb], times, renew, hold];
    }
  },
  (state, [, id, user, product, asset, amounts, terms, times, renew, hold]) => {
    const [amount, income] = amounts.map(BigInt);
    const [termDays, annualRatePpb] = terms;
    const [boughtAt, startsAt, expiresAt] = times;
    const bought = { termDays, annualRatePpb, boughtAt, startsAt, expiresAt };
    const purchase = { id, user, product, asset, amount, income, ...bought, renew, hold };
    state.financial.purchases.set(id, purchase);
    noteHeld(state, purchase);
  },
);

const cancelsLine = lineRow<[is: 'financial-cancels', of: string, day: number, count: number, amount: string]>(
  'financial-cancels',
  function* ({ financial }) {
    for (const [of, { day, count, amount }] of sorted(financial.cancels))
      yield ['financial-cancels', of, day, count, `${amount}`];
  },
  ({ financial }, [, of, day, count, amount]) => {
    financial.cancels.set(of, { day, count, amount: BigInt(amount) });
  },
);

/** Products before the purchases that are counted in them. */
const FINANCIAL: Told<FinancialState> = {
  next: nextLine,
  products: productLine,
  proposed: proposalLine,
  purchases: purchaseLine,
  cancels: cancelsLine,
  expiring: 'derived',
  promised: 'derived',
};

export const financialLines = linesOf(FINANCIAL);
