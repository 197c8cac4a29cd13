/**
 * Financial products and mining: what is sold and what stands behind it, what every user holds, and for those who watch what each
 * batch did to it. Folded by the core's own functions.
 */
import type { FinancialHolding } from '../../../../shared/wire/financial';
import type { EarnHoldings, EarnUpdate, MiningHolding } from '../../../../shared/wire/mining';
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
import { MiningPart } from './mining';
import { toldFinancial, type FinancialOutcome } from './told';

export type LiveFinancialProduct = Readonly<Pick<FinancialProduct, 'terms' | 'state' | 'sold'>>;

interface Held {
  principal: bigint;
  promised: bigint;
}

/** By purchase. */
interface Touched {
  financial: Map<number, FinancialHolding>;
  mining: Map<string, MiningHolding>;
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
  private touched = new Map<number, Touched>();
  readonly mining: MiningPart;

  constructor(private readonly markets: Pick<MarketsView, 'scale'>) {
    this.mining = new MiningPart(markets, (user, holding) => {
      if (!this.updates.isWatched(user)) return;
      const told = holding();
      this.touchedOf(user).mining.set(told.purchase, told);
    });
    const { MiningBought, MiningPaid, MiningEnded, ...others } = this.mining.folds;
    const paid =
      <E extends { entries: Entry[] }>(fold: ((event: E, batch: Batch) => void) | undefined) =>
      (event: E, batch: Batch): void => {
        this.fund(event.entries);
        fold?.(event, batch);
      };
    this.folds = {
      ...this.financialFolds,
      ...others,
      MiningBought: paid(MiningBought),
      MiningPaid: paid(MiningPaid),
      MiningEnded: paid(MiningEnded),
    };
  }

  private readonly folds: Folds;
  private readonly financialFolds: Folds = {
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
    for (const [user, { financial, mining }] of this.touched) {
      const told = { financial: [...financial.values()], mining: [...mining.values()] };
      this.updates.append(user, { position: this.position, at: batch.at, ...told });
    }
    this.touched = new Map();
  }

  seed({ financial, mining, assets, ledger, position }: CoreState): void {
    // The core goes on changing its own.
    this.state = { financial: structuredClone(financial) };
    for (const [id, purchase] of financial.purchases) {
      this.own(purchase.user, id);
      this.count(purchase, 1n);
    }
    this.mining.seed({ mining });
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('financial', asset)));
    this.position = position;
  }

  /** What is held, in order of purchase, as it is at this time. */
  snapshot(user: number, now: number): EarnHoldings {
    const own = [...(this.byUser.get(user) ?? [])];
    return {
      position: this.position,
      financial: own.map((id) => this.toldOf(this.purchase(id), null, now)),
      mining: this.mining.holdings(user, now),
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

  /** Of all products, and those that money was put behind. */
  assets(): string[] {
    const sold = [
      ...this.products().map(({ terms }) => terms.asset),
      ...this.mining
        .products()
        .flatMap(({ terms }) => [terms.incomeAsset, ...(terms.rebate === 'purchase' ? [terms.asset] : [])]),
    ];
    const funded = [...this.funds].filter(([, held]) => held > 0n).map(([asset]) => asset);
    return [...new Set([...sold, ...funded])];
  }

  /** Units that stand behind incomes in an asset, and what of it is promised. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    const promised = (this.state.financial.promised.get(asset) ?? 0n) + this.mining.promised(asset);
    return { held: this.funds.get(asset) ?? 0n, promised };
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
    this.touchedOf(user).financial.set(id, this.toldOf(purchase, ended, at));
  }

  private touchedOf(user: number): Touched {
    const touched = this.touched.get(user) ?? { financial: new Map(), mining: new Map() };
    this.touched.set(user, touched);
    return touched;
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
