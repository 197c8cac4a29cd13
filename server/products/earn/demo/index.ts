/** Financial products and mining in the demo. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { planTransfers } from '../../../demo/at-work/top-up';
import type { ProductDemo, Seeding } from '../../../demo/product-demo';
import { DEMO_MINING, MINING_FUNDS } from './mining';
import { newestMining, newestSavings, saveInThePast, SAVINGS_MS } from './past';
import { DEMO_SAVINGS, SAVINGS_FUNDS } from './savings';

const SAVINGS_MARK = 'demo-savings';
const MINING_MARK = 'demo-mining';

export const EARN_DEMO: ProductDemo = {
  payments: { [SAVINGS_MARK]: SAVINGS_FUNDS.house, [MINING_MARK]: MINING_FUNDS },
  async offer(seeding) {
    await sellSavings(seeding);
    await offerMining(seeding);
  },
  moves(state, user) {
    if (state.financial.products.size === 0) return [];
    return SAVINGS_FUNDS.visitor.flatMap(({ asset, amount }) => planTransfers(state, user, 'financial', amount, asset));
  },
  before: { spanMs: SAVINGS_MS, live: saveInThePast },
  last: (user) => [newestSavings(user), newestMining(user)],
};

/** Runs once, also on an older exchange. */
async function sellSavings({ act, state, dataDir, house }: Seeding): Promise<void> {
  const mark = path.join(dataDir, SAVINGS_MARK);
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_SAVINGS) {
    const { product } = listing;
    await act('SetFinancialTerms', listing, `demo-savings-${product}`);
    if (!state().financial.products.has(product)) return;
    await act('SetFinancialState', { product, state: 'open', reason }, `demo-savings-open-${product}`);
  }
  for (const money of SAVINGS_FUNDS.house) {
    const reference = house(SAVINGS_MARK, money.asset);
    await act('FundHouse', { ...money, reference, reason }, `demo-savings-paid-${money.asset}`);
    await act('FundFinancial', { ...money, act: 'fund', reason }, `demo-savings-fund-${money.asset}`);
  }
  writeFileSync(mark, '');
}

/** Runs once, also on an older exchange. */
async function offerMining({ act, state, dataDir, house }: Seeding): Promise<void> {
  const mark = path.join(dataDir, MINING_MARK);
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_MINING) {
    const { product } = listing;
    await act('SetMiningTerms', listing, `demo-mining-${product}`);
    if (!state().mining.products.has(product)) return;
    await act('SetMiningState', { product, state: 'open', reason }, `demo-mining-open-${product}`);
  }
  for (const money of MINING_FUNDS) {
    const reference = house(MINING_MARK, money.asset);
    await act('FundHouse', { ...money, reference, reason }, `demo-mining-paid-${money.asset}`);
    await act('FundFinancial', { ...money, act: 'fund', reason }, `demo-mining-fund-${money.asset}`);
  }
  writeFileSync(mark, '');
}
