/**
 * Financial products: what is sold and what stands behind it, what every user holds, and for those who watch what each batch did
 * to it. Folded by the core's own functions.
 */
import type { FinancialHolding } from '../../../../shared/wire/financial';
import type { EarnHoldings, EarnUpdate } from '../../../../shared/wire/mining';
import { noteBought, noteEnded, noteProposal, setRenewal, setState, setTerms } from '../../../core/earn/evolve';
import {
  createFinancialState,
  type FinancialProduct,
  type FinancialPurchase,
  type FinancialState,
} from '../../../core/earn/state';
import type { Batch, EventOf } from '../../../core/event';
import { known } from '../../../core/folding';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import type { CoreState } from '../../../core/state';
import { foldEvents, type Folds, type LiveView } from '../live-view';
import type { MarketsView } from '../markets';
import { UpdateLog } from '../update-log';
import { toldFinancial, type FinancialOutcome } from './told';

export type LiveFinancialProduct = Readonly<Pick<FinancialProduct, 'terms' | 'state' | 'sold'>>;

interface Held {
  principal: bigint;
  promised: bigint;
}

export class EarnView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<EarnUpdate>();
  private state: { financial: FinancialState } = { financial: createFinancialState() };
  /** Numbers of what is held, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** Units that stand behind incomes, by asset. */
  private readonly funds = new Map<string, bigint>();
  /** What users hold, by product: everybody may ask, so that nothing is added up then. */
  private readonly held = new Map<string, Held>();
  /** What the batch being folded did to watched users, by purchase. */
  private touched = new Map<number, Map<number, FinancialHolding>>();

  constructor(private readonly markets: Pick<MarketsView, 'scale'>) {}

  private readonly folds: Folds = {
    FinancialTermsProposed: (event) => noteProposal(this.state, event),
    FinancialTermsSet: (event) => setTerms(this.state, event),
    FinancialStateSet: (event) => setState(this.state, event),
    FinancialFunded: ({ entries }) => this.fund(entries),
    FinancialBought: (event, batch) => {
      noteBought(this.state, event, batch);
      this.own(event.user, event.purchase);
      this.count(event, 1n);
      this.touch(this.purchase(event.purchase), null, batch);
    },
    FinancialEnded: (event, batch) => this.end(event, batch),
    FinancialRenewalSet: (event, batch) => {
      setRenewal(this.state, event);
      this.touch(this.purchase(event.purchase), null, batch);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
    if (this.touched.size === 0) return;
    for (const [user, financial] of this.touched) {
      const { position } = this;
      this.updates.append(user, { position, at: batch.at, financial: [...financial.values()], mining: [] });
    }
    this.touched = new Map();
  }

  seed({ financial, assets, ledger, position }: CoreState): void {
    // The core goes on changing its own.
    this.state = { financial: structuredClone(financial) };
    for (const [id, purchase] of financial.purchases) {
      this.own(purchase.user, id);
      this.count(purchase, 1n);
    }
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('financial', asset)));
    this.position = position;
  }

  /** What is held, in order of purchase, as it is at this time. */
  snapshot(user: number, now: number): EarnHoldings {
    const own = [...(this.byUser.get(user) ?? [])];
    return {
      position: this.position,
      financial: own.map((id) => this.toldOf(this.purchase(id), null, now)),
      mining: [],
    };
  }

  /** From now on the user's updates are kept for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Terms, sale and what was bought of every product: the shortest term first, the same after every start. */
  products(): LiveFinancialProduct[] {
    return [...this.state.financial.products.values()].sort(
      ({ terms: one }, { terms: other }) => one.termDays - other.termDays || (one.product < other.product ? -1 : 1),
    );
  }

  /** Undefined of what is not there. */
  product(name: string): LiveFinancialProduct | undefined {
    return this.state.financial.products.get(name);
  }

  /** What one of staff has proposed, and nobody has seconded. */
  proposals() {
    return this.state.financial.proposed.values();
  }

  /** Of all products, and those that money was put behind. */
  assets(): string[] {
    const sold = this.products().map(({ terms }) => terms.asset);
    const funded = [...this.funds].filter(([, held]) => held > 0n).map(([asset]) => asset);
    return [...new Set([...sold, ...funded])];
  }

  /** Units that stand behind incomes in an asset, and what of it is promised. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    return { held: this.funds.get(asset) ?? 0n, promised: this.state.financial.promised.get(asset) ?? 0n };
  }

  /** What users hold of a product, and the incomes that are promised on it. */
  heldOf(product: string): Readonly<Held> {
    return this.held.get(product) ?? { principal: 0n, promised: 0n };
  }

  private end(event: EventOf<'FinancialEnded'>, batch: Batch): void {
    const { purchase: id, user, end, dueAt } = event;
    const purchase = this.purchase(id);
    this.fund(event.entries);
    noteEnded(this.state, event, batch);
    this.count(purchase, -1n);
    const own = this.byUser.get(user);
    own?.delete(id);
    if (own?.size === 0) this.byUser.delete(user);
    this.touch(purchase, { end, at: dueAt }, batch);
  }

  private fund(entries: readonly Entry[]): void {
    for (const { debit, credit, amount } of entries) {
      const [from, to] = [fundNamed(debit), fundNamed(credit)];
      if (from !== null) this.funds.set(from, this.coverOf(from).held - amount);
      if (to !== null) this.funds.set(to, this.coverOf(to).held + amount);
    }
  }

  private touch(purchase: FinancialPurchase, ended: FinancialOutcome | null, { at }: Batch): void {
    const { id, user } = purchase;
    if (!this.updates.isWatched(user)) return;
    const touched = this.touched.get(user) ?? new Map<number, FinancialHolding>();
    this.touched.set(user, touched.set(id, this.toldOf(purchase, ended, at)));
  }

  private toldOf(purchase: FinancialPurchase, ended: FinancialOutcome | null, now: number): FinancialHolding {
    const { product, asset, renew } = purchase;
    const { name } = known(this.state.financial.products, product).terms;
    const facts = { ...purchase, name, scale: this.markets.scale(asset) ?? 0, renew: renew === 'on' };
    return toldFinancial(facts, ended, now);
  }

  private count(
    { product, amount, income }: Pick<FinancialPurchase, 'product' | 'amount' | 'income'>,
    sign: 1n | -1n,
  ): void {
    const { principal, promised } = this.heldOf(product);
    this.held.set(product, { principal: principal + sign * amount, promised: promised + sign * income });
  }

  private own(user: number, id: number): void {
    const own = this.byUser.get(user);
    if (own) own.add(id);
    else this.byUser.set(user, new Set([id]));
  }

  private purchase(id: number): FinancialPurchase {
    return known(this.state.financial.purchases, id);
  }
}

const FUND = 'house/financial/';
function fundNamed(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
