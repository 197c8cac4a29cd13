/**
 * Financial products and mining: what is sold and what stands behind it, what every user holds, and for those who watch what each
 * batch did to it. Folded by the core's own functions.
 */
import type { EarnHoldings, EarnUpdate, FinancialHolding, MiningHolding } from '../../../../shared/products/earn/wire';
import type { FinancialTerms, MiningTerms } from '../core/commands';
import { noteBought, noteEnded, notePaid, noteProposal, setRenewal, setState, setTerms } from '../core/evolve';
import {
  createFinancialState,
  createMiningState,
  kindOf,
  type EarnPurchase,
  type FinancialPurchase,
  type MiningPurchase,
} from '../core/state';
import type { Batch, EventOf } from '../../../core/event';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { UpdateLog } from '../../../views/live/update-log';
import { EarnPart } from './part';
import { toldFinancial, toldMining, type Outcome } from './told';

/** By purchase. */
interface Touched {
  financial: Map<number, FinancialHolding>;
  mining: Map<number, MiningHolding>;
}

export class EarnView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<EarnUpdate>();
  private state: Pick<CoreState, 'financial' | 'mining'> = {
    financial: createFinancialState(),
    mining: createMiningState(),
  };
  readonly financial = new EarnPart<FinancialTerms, FinancialPurchase>(() => this.state.financial);
  readonly mining = new EarnPart<MiningTerms, MiningPurchase>(() => this.state.mining);
  /** Units that stand behind incomes, by asset. */
  private readonly funds = new Map<string, bigint>();
  /** Changes by the batch being folded, by watched user. */
  private touched = new Map<number, Touched>();

  constructor(private readonly markets: Pick<MarketsView, 'scale'>) {}

  private readonly folds: Folds = {
    FinancialTermsProposed: (event) => noteProposal(this.state, event),
    FinancialTermsSet: (event) => setTerms(this.state, event),
    FinancialStateSet: (event) => setState(this.state, event),
    FinancialFunded: ({ entries }) => this.fund(entries),
    FinancialBought: (event, batch) => this.buy(event, batch),
    FinancialRenewalSet: (event, batch) => {
      setRenewal(this.state, event);
      this.touch(this.financial.purchase(event.purchase), null, batch);
    },
    FinancialEnded: (event, batch) => this.end(event, { end: event.end, at: event.dueAt }, batch),
    MiningTermsProposed: (event) => noteProposal(this.state, event),
    MiningTermsSet: (event) => setTerms(this.state, event),
    MiningStateSet: (event) => setState(this.state, event),
    MiningBought: (event, batch) => this.buy(event, batch),
    MiningPaid: (event, batch) => {
      const purchase = this.mining.purchase(event.purchase);
      this.fund(event.entries);
      this.mining.count(purchase, -1n);
      notePaid(this.state, event);
      this.mining.count(purchase, 1n);
      this.touch(purchase, null, batch);
    },
    MiningEnded: (event, batch) => this.end(event, { end: 'settled', at: event.dueAt }, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
    if (this.touched.size === 0) return;
    for (const [user, { financial, mining }] of this.touched) {
      const told = { financial: [...financial.values()], mining: [...mining.values()] };
      this.updates.append(user, { position: this.position, at: batch.at, ...told });
    }
    this.touched = new Map();
  }

  seed({ financial, mining, assets, ledger, position }: CoreState): void {
    // The core goes on changing its own.
    this.state = structuredClone({ financial, mining });
    for (const purchase of this.state.financial.purchases.values()) this.financial.add(purchase);
    for (const purchase of this.state.mining.purchases.values()) this.mining.add(purchase);
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('financial', asset)));
    this.position = position;
  }

  /** Held purchases in their order, as they are at this time. */
  snapshot(user: number, now: number): EarnHoldings {
    return {
      position: this.position,
      financial: this.financial.purchasesOf(user).map((purchase) => this.financialHolding(purchase, null, now)),
      mining: this.mining.purchasesOf(user).map((purchase) => this.miningHolding(purchase, false, now)),
    };
  }

  /** From now on the user's updates are kept for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Assets of all products, and those that money was put behind. */
  assets(): string[] {
    const sold = [
      ...this.financial.products().map(({ terms }) => terms.asset),
      ...this.mining
        .products()
        .flatMap(({ terms }) => [terms.incomeAsset, ...(terms.rebate === 'purchase' ? [terms.asset] : [])]),
    ];
    const funded = [...this.funds].filter(([, held]) => held > 0n).map(([asset]) => asset);
    return [...new Set([...sold, ...funded])];
  }

  /** Units that stand behind incomes in an asset, and what of it is promised. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    const { financial, mining } = this.state;
    const promised = (financial.promised.get(asset) ?? 0n) + (mining.promised.get(asset) ?? 0n);
    return { held: this.funds.get(asset) ?? 0n, promised };
  }

  private buy(event: EventOf<'FinancialBought'> | EventOf<'MiningBought'>, batch: Batch): void {
    const part: EarnPart = this[kindOf(event)];
    this.fund(event.entries);
    noteBought(this.state, event, batch);
    const purchase = part.purchase(event.purchase);
    part.add(purchase);
    this.touch(purchase, null, batch);
  }

  private end(event: EventOf<'FinancialEnded'> | EventOf<'MiningEnded'>, outcome: Outcome, batch: Batch): void {
    const part: EarnPart = this[kindOf(event)];
    const purchase = part.purchase(event.purchase);
    this.fund(event.entries);
    noteEnded(this.state, event, batch);
    part.remove(purchase);
    this.touch(purchase, outcome, batch);
  }

  private fund(entries: readonly Entry[]): void {
    for (const { debit, credit, amount } of entries) {
      const [from, to] = [fundNamed(debit), fundNamed(credit)];
      if (from !== null) this.funds.set(from, this.coverOf(from).held - amount);
      if (to !== null) this.funds.set(to, this.coverOf(to).held + amount);
    }
  }

  private touch(purchase: EarnPurchase, ended: Outcome | null, { at }: Batch): void {
    const { id, user } = purchase;
    if (!this.updates.isWatched(user)) return;
    const touched = this.touched.get(user) ?? { financial: new Map(), mining: new Map() };
    this.touched.set(user, touched);
    if ('payout' in purchase) touched.mining.set(id, this.miningHolding(purchase, ended !== null, at));
    else touched.financial.set(id, this.financialHolding(purchase, ended, at));
  }

  private financialHolding(purchase: FinancialPurchase, ended: Outcome | null, now: number): FinancialHolding {
    const { product, asset, renew } = purchase;
    const facts = { ...purchase, name: this.financial.nameOf(product), renew: renew === 'on' };
    return toldFinancial({ ...facts, scale: this.markets.scale(asset) ?? 0 }, ended, now);
  }

  private miningHolding(purchase: MiningPurchase, isOver: boolean, now: number): MiningHolding {
    const { product, asset, incomeAsset } = purchase;
    const scales = { scale: this.markets.scale(asset) ?? 0, incomeScale: this.markets.scale(incomeAsset) ?? 0 };
    return toldMining({ ...purchase, name: this.mining.nameOf(product), ...scales }, isOver, now);
  }
}

const FUND = 'house/financial/';
function fundNamed(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
