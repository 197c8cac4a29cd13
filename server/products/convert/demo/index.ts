/** Conversions and small balances in the demo. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProductDemo, Seeding } from '../../../demo/product-demo';
import { aliceConversions } from './past';

const MARK = 'demo-dust';

/** USDT per day for all users, and the funding for ten days. */
const DAILY_MAX = '500';
const FUND = { asset: 'USDT', amount: '5000' } as const;

export const CONVERT_DEMO: ProductDemo = {
  payments: { [MARK]: [FUND] },
  offer: takeDust,
  moments: aliceConversions,
};

/** Runs once, also on an older exchange; afterwards the terms are managed by staff. */
async function takeDust({ act, state, dataDir, house }: Seeding): Promise<void> {
  const mark = path.join(dataDir, MARK);
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  await act('SetDustTerms', { state: 'open', dailyMax: DAILY_MAX, reason }, 'demo-dust-terms');
  // On an older exchange confirmed terms have a wait, so a later start continues.
  if (state().convert.terms === null) return;
  await act('FundHouse', { ...FUND, reference: house(MARK, FUND.asset), reason }, 'demo-dust-paid');
  await act('FundDust', { ...FUND, act: 'fund', reason }, 'demo-dust-fund');
  writeFileSync(mark, '');
}
