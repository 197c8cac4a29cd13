/** Payments of the demo's owners to the wallets of the house on the simulated chains, to fund its products. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unitsOf } from '../../../shared/rules/units';
import type { Chains } from '../../platform/chains/chains';
import { PRODUCT_DEMOS } from '../../products/api';
import type { HousePayments, Money } from '../product-demo';
import { DEMO_CHAINS, INSURANCE_FUND } from './listings';

/** By the mark of their step. */
const PAYMENTS: Readonly<Record<string, readonly Money[]>> = {
  'demo-insured': [{ asset: 'USDT', amount: INSURANCE_FUND }],
  ...Object.fromEntries(PRODUCT_DEMOS.flatMap(({ payments = {} }) => Object.entries(payments))),
};
const CONFIRMATIONS = Math.max(...DEMO_CHAINS.map(({ confirmations }) => confirmations));

/**
 * Pays everything needed by remaining steps at once, because later the simulated chain reverts blocks. Stored before
 * anything is booked, so that a killed start continues with the same transactions.
 */
export async function payHouse(chains: Pick<Chains, 'simulated'>, dataDir: string): Promise<HousePayments> {
  const file = path.join(dataDir, 'demo-house.json');
  const paidTransactions: Record<string, string> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    : {};
  const unconfirmedChains = new Set<ReturnType<Chains['simulated']>[number]>();
  for (const [mark, payments] of Object.entries(PAYMENTS)) {
    if (existsSync(path.join(dataDir, mark))) continue;
    for (const { asset, amount } of payments) {
      const chain = chains.simulated().find(({ coins }) => coins.has(asset));
      if (!chain) throw new Error(`no simulated chain carries ${asset}, in which the demo's owners pay`);
      const key = keyOf(mark, asset);
      const existing = paidTransactions[key] === undefined ? null : await chain.transaction(paidTransactions[key]);
      if (!existing || existing.confirmations < CONFIRMATIONS) unconfirmedChains.add(chain);
      if (existing) continue;
      const [address] = chain.hotWallets;
      const units = unitsOf(amount, chain.coins.get(asset) as number);
      if (typeof units !== 'bigint') throw new Error(`${amount} ${asset} is no amount of the chain`);
      paidTransactions[key] = await chain.send([{ asset, address, amount: units }]);
    }
  }
  for (const chain of unconfirmedChains) for (let block = 0; block < CONFIRMATIONS; block++) await chain.mine();
  if (unconfirmedChains.size > 0) writeFileSync(file, JSON.stringify(paidTransactions));
  return (mark, asset) => paidTransactions[keyOf(mark, asset)];
}

function keyOf(mark: string, asset: string): string {
  return `${mark}/${asset}`;
}
