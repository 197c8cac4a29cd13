/**
 * Live view of financial products and mining: products on sale and their funding, every user's holdings, and for
 * watched users the effect of each batch. Folded by the core's own functions.
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
import { LiveEarnProducts } from './live-products';
import { toWireFinancial, toWireMining, type PurchaseEnd } from './wire-records';

/** Keyed by purchase. */
interface PushChanges {
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
  readonly financial = new LiveEarnProducts<FinancialTerms, FinancialPurchase>(() => this.state.financial);
  readonly mining = new LiveEarnProducts<MiningTerms, MiningPurchase>(() => this.state.mining);
  /** Units that cover incomes, by asset. */
  private readonly funds = new Map<string, bigint>();
  /** Changes by the batch being folded, by watched user. */
  private changes = new Map<number, PushChanges>();

  constructor(private readonly markets: Pick<MarketsView, 'scale'>) {}

  private readonly folds: Folds = {
    FinancialTermsProposed: (event) => noteProposal(this.state, event),
    FinancialTermsSet: (event) => setTerms(this.state, event),
    FinancialStateSet: (event) => setState(this.state, event),
    FinancialFunded: ({ entries }) => this.applyFundEntries(entries),
    FinancialBought: (event, batch) => this.buy(event, batch),
    FinancialRenewalSet: (event, batch) => {
      setRenewal(this.state, event);
      this.markChanged(this.financial.purchase(event.purchase), null, batch);
    },
    FinancialEnded: (event, batch) => this.end(event, { end: event.end, at: event.dueAt }, batch),
    MiningTermsProposed: (event) => noteProposal(this.state, event),
    MiningTermsSet: (event) => setTerms(this.state, event),
    MiningStateSet: (event) => setState(this.state, event),
    MiningBought: (event, batch) => this.buy(event, batch),
    MiningPaid: (event, batch) => {
      const purchase = this.mining.purchase(event.purchase);
      this.applyFundEntries(event.entries);
      this.mining.count(purchase, -1n);
      notePaid(this.state, event);
      this.mining.count(purchase, 1n);
      this.markChanged(purchase, null, batch);
    },
    MiningEnded: (event, batch) => this.end(event, { end: 'settled', at: event.dueAt }, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
    if (this.changes.size === 0) return;
    for (const [user, { financial, mining }] of this.changes) {
      const update = { financial: [...financial.values()], mining: [...mining.values()] };
      this.updates.append(user, { position: this.position, at: batch.at, ...update });
    }
    this.changes = new Map();
  }

  seed({ financial, mining, assets, ledger, position }: CoreState): void {
    // The core keeps mutating its own objects, so copy them.
    this.state = structuredClone({ financial, mining });
    for (const purchase of this.state.financial.purchases.values()) this.financial.add(purchase);
    for (const purchase of this.state.mining.purchases.values()) this.mining.add(purchase);
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('financial', asset)));
    this.position = position;
  }

  /** Held purchases in order, at that time. */
  snapshot(user: number, now: number): EarnHoldings {
    return {
      position: this.position,
      financial: this.financial.purchasesOf(user).map((purchase) => this.financialHolding(purchase, null, now)),
      mining: this.mining.purchasesOf(user).map((purchase) => this.miningHolding(purchase, false, now)),
    };
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Assets of all products and of their funding. */
  assets(): string[] {
    const productAssets = [
      ...this.financial.products().map(({ terms }) => terms.asset),
      ...this.mining
        .products()
        .flatMap(({ terms }) => [terms.incomeAsset, ...(terms.rebate === 'purchase' ? [terms.asset] : [])]),
    ];
    const funded = [...this.funds].filter(([, balance]) => balance > 0n).map(([asset]) => asset);
    return [...new Set([...productAssets, ...funded])];
  }

  /** Units that cover incomes in an asset, and the promised part. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    const { financial, mining } = this.state;
    const promised = (financial.promised.get(asset) ?? 0n) + (mining.promised.get(asset) ?? 0n);
    return { held: this.funds.get(asset) ?? 0n, promised };
  }

  private buy(event: EventOf<'FinancialBought'> | EventOf<'MiningBought'>, batch: Batch): void {
    const liveProducts: LiveEarnProducts = this[kindOf(event)];
    this.applyFundEntries(event.entries);
    noteBought(this.state, event, batch);
    const purchase = liveProducts.purchase(event.purchase);
    liveProducts.add(purchase);
    this.markChanged(purchase, null, batch);
  }

  private end(event: EventOf<'FinancialEnded'> | EventOf<'MiningEnded'>, outcome: PurchaseEnd, batch: Batch): void {
    const liveProducts: LiveEarnProducts = this[kindOf(event)];
    const purchase = liveProducts.purchase(event.purchase);
    this.applyFundEntries(event.entries);
    noteEnded(this.state, event, batch);
    liveProducts.remove(purchase);
    this.markChanged(purchase, outcome, batch);
  }

  private applyFundEntries(entries: readonly Entry[]): void {
    for (const { debit, credit, amount } of entries) {
      const [from, to] = [fundAssetOf(debit), fundAssetOf(credit)];
      if (from !== null) this.funds.set(from, this.coverOf(from).held - amount);
      if (to !== null) this.funds.set(to, this.coverOf(to).held + amount);
    }
  }

  private markChanged(purchase: EarnPurchase, ending: PurchaseEnd | null, { at }: Batch): void {
    const { id, user } = purchase;
    if (!this.updates.isWatched(user)) return;
    const touched = this.changes.get(user) ?? { financial: new Map(), mining: new Map() };
    this.changes.set(user, touched);
    if ('payout' in purchase) touched.mining.set(id, this.miningHolding(purchase, ending !== null, at));
    else touched.financial.set(id, this.financialHolding(purchase, ending, at));
  }

  private financialHolding(purchase: FinancialPurchase, ending: PurchaseEnd | null, now: number): FinancialHolding {
    const { product, asset, renew } = purchase;
    const details = { ...purchase, name: this.financial.nameOf(product), renew: renew === 'on' };
    return toWireFinancial({ ...details, scale: this.markets.scale(asset) ?? 0 }, ending, now);
  }

  private miningHolding(purchase: MiningPurchase, isOver: boolean, now: number): MiningHolding {
    const { product, asset, incomeAsset } = purchase;
    const scales = { scale: this.markets.scale(asset) ?? 0, incomeScale: this.markets.scale(incomeAsset) ?? 0 };
    return toWireMining({ ...purchase, name: this.mining.nameOf(product), ...scales }, isOver, now);
  }
}

const FUND = 'house/financial/';
function fundAssetOf(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
