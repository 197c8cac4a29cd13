/** Mining's part of what is told of earning: what is sold, and what every user holds. Folded by the core's own functions. */
import type { MiningHolding } from '../../../../shared/wire/mining';
import type { Batch, EventOf } from '../../../core/event';
import { known } from '../../../core/folding';
import { noteBought, noteEnded, notePaid, noteProposal, setState, setTerms } from '../../../core/mining/evolve';
import {
  createMiningState,
  promisedOf,
  type MiningProduct,
  type MiningPurchase,
  type MiningState,
} from '../../../core/mining/state';
import type { CoreState } from '../../../core/state';
import type { Folds } from '../live-view';
import type { MarketsView } from '../markets';
import { toldMining } from './told';

export type LiveMiningProduct = Readonly<Pick<MiningProduct, 'terms' | 'state' | 'sold'>>;

interface Held {
  principal: bigint;
  promised: bigint;
}

export class MiningPart {
  private state: { mining: MiningState } = { mining: createMiningState() };
  /** Numbers of what is held, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** What users hold, by product. */
  private readonly held = new Map<string, Held>();

  /** `touch` is told of what a batch did, as it is after it. */
  constructor(
    private readonly markets: Pick<MarketsView, 'scale'>,
    private readonly touch: (user: number, holding: () => MiningHolding) => void,
  ) {}

  readonly folds: Folds = {
    MiningTermsProposed: (event) => noteProposal(this.state, event),
    MiningTermsSet: (event) => setTerms(this.state, event),
    MiningStateSet: (event) => setState(this.state, event),
    MiningBought: (event, batch) => {
      noteBought(this.state, event, batch);
      const purchase = this.purchase(event.purchase);
      this.own(purchase);
      this.tell(purchase, false, batch);
    },
    MiningPaid: (event, batch) => {
      const purchase = this.purchase(event.purchase);
      this.count(purchase, -1n);
      notePaid(this.state, event);
      this.count(purchase, 1n);
      this.tell(purchase, false, batch);
    },
    MiningEnded: (event, batch) => this.end(event, batch),
  };

  seed({ mining }: Pick<CoreState, 'mining'>): void {
    // The core goes on changing its own.
    this.state = { mining: structuredClone(mining) };
    for (const purchase of this.state.mining.purchases.values()) this.own(purchase);
  }

  holdings(user: number, now: number): MiningHolding[] {
    const own = [...(this.byUser.get(user) ?? [])];
    return own.map((id) => this.toldOf(this.purchase(id), false, now));
  }

  /** The shortest term first, the same after every start. */
  products(): LiveMiningProduct[] {
    return [...this.state.mining.products.values()].sort(
      ({ terms: one }, { terms: other }) => one.termDays - other.termDays || (one.product < other.product ? -1 : 1),
    );
  }

  /** Undefined of what is not there. */
  product(name: string): LiveMiningProduct | undefined {
    return this.state.mining.products.get(name);
  }

  /** Incomes and rebates of them that are still to come. */
  promised(asset: string): bigint {
    return this.state.mining.promised.get(asset) ?? 0n;
  }

  /** What users hold of a product, and what is promised on it, in the asset of its incomes. */
  heldOf(product: string): Readonly<Held> {
    return this.held.get(product) ?? { principal: 0n, promised: 0n };
  }

  private end(event: EventOf<'MiningEnded'>, batch: Batch): void {
    const purchase = this.purchase(event.purchase);
    noteEnded(this.state, event);
    this.count(purchase, -1n);
    const own = this.byUser.get(purchase.user);
    own?.delete(purchase.id);
    if (own?.size === 0) this.byUser.delete(purchase.user);
    this.tell(purchase, true, batch);
  }

  private tell(purchase: MiningPurchase, isOver: boolean, { at }: Batch): void {
    this.touch(purchase.user, () => this.toldOf(purchase, isOver, at));
  }

  private toldOf(purchase: MiningPurchase, isOver: boolean, now: number): MiningHolding {
    const { name } = known(this.state.mining.products, purchase.product).terms;
    const scale = (asset: string): number => this.markets.scale(asset) ?? 0;
    const scales = { scale: scale(purchase.asset), incomeScale: scale(purchase.incomeAsset) };
    return toldMining({ ...purchase, name, ...scales }, isOver, now);
  }

  private own(purchase: MiningPurchase): void {
    this.count(purchase, 1n);
    const own = this.byUser.get(purchase.user);
    if (own) own.add(purchase.id);
    else this.byUser.set(purchase.user, new Set([purchase.id]));
  }

  private count(purchase: MiningPurchase, sign: 1n | -1n): void {
    const { principal, promised } = this.heldOf(purchase.product);
    this.held.set(purchase.product, {
      principal: principal + sign * purchase.amount,
      promised: promised + sign * promisedOf(purchase),
    });
  }

  private purchase(id: number): MiningPurchase {
    return known(this.state.mining.purchases, id);
  }
}
