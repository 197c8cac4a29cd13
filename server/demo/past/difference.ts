/**
 * A difference found and resolved before any trading: a payment leaves a wallet of the simulated chain without a
 * withdrawal. The reconciliation finds it and stops withdrawals. Then a longer branch of the chain excludes the
 * payment, everything agrees again, and two staff members lift the stop.
 */
import type { Application } from '../../application';
import type { SimulatedChain } from '../../platform/chains/simulated/simulated-chain';
import type { Steps } from '../steps';

type Exchange = Pick<Application['exchange'], 'chains' | 'chainWork' | 'engine' | 'reconciliation'>;

const CHAIN = 'ERC20';
/** 250 USDT, with six decimals there, to an address of no user. */
const PAYMENT = {
  key: 'demo-unexplained',
  asset: 'USDT',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: 250_000_000n,
};
/** A round in progress may have compared chains before the payment. */
const ROUNDS_MAX = 3;

/** Does nothing for a demo with a real chain, or if done before. */
export async function makeReconciliationDifference(exchange: Exchange): Promise<void> {
  const chain = exchange.chains.simulated().find((one) => one.chain === CHAIN);
  const { drift } = exchange.engine.state();
  if (!chain) return;
  if (drift.next === 1) {
    await chain.pay(PAYMENT);
    await exchange.chainWork.mine();
    await reconcile(exchange, () => exchange.engine.state().drift.next > 1);
  }
  await revertPayment(chain);
  await exchange.chainWork.poll();
  await reconcile(exchange, () => exchange.reconciliation.custody().every(({ agrees }) => agrees));
}

export async function liftStop(steps: Steps, { engine }: Pick<Exchange, 'engine'>): Promise<void> {
  const upTo = Math.max(0, ...engine.state().drift.open.keys());
  if (upTo === 0) return;
  const reason = 'The chain left the payment out: the wallet has its 250 USDT, and the ledger agrees again';
  await steps.act('LiftWithdrawals', { upTo: String(upTo), reason }, `demo-difference-${upTo}`);
}

async function revertPayment(chain: SimulatedChain): Promise<void> {
  const payment = await chain.paymentWithKey(PAYMENT.key);
  const found = payment && (await chain.transaction(payment.transaction));
  if (found) await chain.reorganise(found.confirmations, [payment.transaction]);
}

async function reconcile({ reconciliation }: Exchange, isDone: () => boolean): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
    reconciliation.compareChainsNext();
    await reconciliation.runRound();
    if (isDone()) return;
  }
}
