/** Second contracts in the demo. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { planTransfers } from '../../../demo/at-work/top-up';
import type { ProductDemo, Seeding } from '../../../demo/product-demo';
import { DEMO_OPTIONS, OPTION_FUNDS } from './listings';
import { aliceOptionActs, waitingOption } from './past';

const MARK = 'demo-options';

export const OPTION_DEMO: ProductDemo = {
  payments: { [MARK]: [{ asset: 'USDT', amount: OPTION_FUNDS.house }] },
  offer: sellOptions,
  moves: (state, user) =>
    state.options.products.size === 0 ? [] : planTransfers(state, user, 'option', OPTION_FUNDS.visitor),
  moments: aliceOptionActs,
  last: (user, at) => [waitingOption(user, at)],
};

/** Runs once, also on an older exchange; afterwards the products are managed by staff. */
async function sellOptions({ act, state, dataDir, house }: Seeding): Promise<void> {
  const mark = path.join(dataDir, MARK);
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_OPTIONS) {
    const { symbol } = listing;
    await act('SetOptionTerms', listing, `demo-option-${symbol}`);
    // On an older exchange confirmed terms have a wait, so a later start continues.
    if (!state().options.products.has(symbol)) return;
    await act('SetOptionState', { symbol, state: 'open', reason }, `demo-option-open-${symbol}`);
  }
  const money = { asset: 'USDT', amount: OPTION_FUNDS.house, reason };
  await act('FundHouse', { ...money, reference: house(MARK, money.asset) }, 'demo-option-paid');
  await act('FundOptions', { ...money, act: 'fund' }, 'demo-option-fund');
  writeFileSync(mark, '');
}
