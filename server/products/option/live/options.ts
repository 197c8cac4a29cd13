/**
 * Second contracts: what is sold and what stands behind it, the open contracts of every user, and for those who watch what each
 * batch did to them. Folded by the core's own functions.
 */
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { reserveOf } from '../../../../shared/products/option/rules/settlement';
import type {
  OpenOption,
  OpenOptions,
  OptionLimit,
  OptionPublication,
  OptionUpdate,
  SettledOption,
} from '../../../../shared/products/option/stream';
import { positionOf, type Batch, type EventOf } from '../../../core/event';
import { known } from '../../../core/folding';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { limitOn } from '../core/buy';
import {
  enter,
  noteBought,
  notePublication,
  noteProposal,
  noteSettled,
  setLimit,
  setState,
  setTerms,
} from '../core/evolve';
import type { Publication } from '../core/events';
import {
  createOptionsState,
  limitKey,
  type OptionContract,
  type OptionProduct,
  type OptionsState,
} from '../core/state';
import type { CoreState } from '../../../core/state';
import type { IndexPricesView } from '../../../views/live/index-prices';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { Ring } from '../../../views/live/ring';
import { UpdateLog } from '../../../views/live/update-log';
import { publicationOf, toldOpen, toldSettled, type OptionScales } from './told';

export type LiveOptionProduct = Readonly<Pick<OptionProduct, 'terms' | 'state' | 'open'>>;

/** Publications of an index that are kept for who begins to look. */
const PUBLICATIONS_MAX = 100;

interface Touched {
  contracts: Map<number, OpenOption>;
  settled: SettledOption[];
}

export class OptionsView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<OptionUpdate>();
  private state: { options: OptionsState } = { options: createOptionsState() };
  /** Numbers of open contracts, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** Units that open contracts may come to at most, by product. */
  private readonly promised = new Map<string, bigint>();
  /** Units that stand behind payouts, by asset. */
  private readonly funds = new Map<string, bigint>();
  private readonly published = new Map<string, Ring<Publication>>();
  /** Those that reached a level and were told so. */
  private readonly toldHits = new Set<number>();
  /** What the batch being folded did to watched users. */
  private touched = new Map<number, Touched>();
  /** Of the last batch. */
  private at = 0;

  constructor(
    private readonly markets: Pick<MarketsView, 'scale' | 'allAssets' | 'amount'>,
    private readonly index: Pick<IndexPricesView, 'decimalsOf'>,
  ) {}

  private readonly folds: Folds = {
    IndexPublished: ({ prices }, batch) => {
      for (const { symbol, price, sources } of prices) {
        const published = { price, at: batch.at, batch: positionOf(batch) };
        this.remember(symbol, published);
        notePublication(this.state, symbol, { ...published, sources });
      }
      this.touchHits();
    },
    OptionTermsProposed: (event) => noteProposal(this.state, event),
    OptionTermsSet: (event) => setTerms(this.state, event),
    OptionStateSet: (event) => setState(this.state, event),
    OptionsFunded: ({ entries }) => this.fund(entries),
    OptionBought: (event, batch) => {
      noteBought(this.state, event, batch);
      this.own(event.user, event.contract);
      this.promise(event.symbol, reserveOf(event));
      this.touch(event.contract);
    },
    OptionEntered: (event, batch) => {
      enter(this.state, event, batch);
      this.touch(event.contract);
      this.touchHits();
    },
    OptionSettled: (event, batch) => this.settle(event, batch),
    OptionLimitSet: (event, batch) => setLimit(this.state, event, batch),
  };

  fold(batch: Batch): void {
    this.at = batch.at;
    this.position = foldEvents(this.folds, batch);
    if (this.touched.size === 0) return;
    for (const [user, { contracts, settled }] of this.touched) {
      this.updates.append(user, {
        position: this.position,
        at: batch.at,
        contracts: [...contracts.values()],
        settled,
      });
    }
    this.touched = new Map();
  }

  seed({ options, assets, ledger, at, position }: CoreState): void {
    // The core goes on changing its own.
    this.state = { options: structuredClone(options) };
    for (const [id, contract] of options.contracts) {
      this.own(contract.user, id);
      this.promise(contract.symbol, reserveOf(contract));
    }
    for (const id of options.hits.keys()) this.toldHits.add(id);
    for (const [symbol, { published }] of options.products) {
      for (const one of published) this.remember(symbol, { ...one });
    }
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('option', asset)));
    this.at = at;
    this.position = position;
  }

  /** Open contracts, in order of purchase. */
  snapshot(user: number): OpenOptions {
    const own = [...(this.byUser.get(user) ?? [])];
    return { position: this.position, contracts: own.map((id) => this.toldOf(this.contract(id))) };
  }

  /** From now on the user's updates are kept for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Terms, sale and open stakes of every product, in the order in which they were first agreed on. */
  products(): Iterable<LiveOptionProduct> {
    return this.state.options.products.values();
  }

  /** Of stakes and payouts of all products. */
  assets(): string[] {
    return [...new Set([...this.products()].map(({ terms }) => terms.asset))];
  }

  /** Undefined of what is not sold. */
  product(symbol: string): LiveOptionProduct | undefined {
    return this.state.options.products.get(symbol);
  }

  /** Those of a product that are open, of all users. */
  contractsOf(symbol: string): Readonly<OptionContract>[] {
    return [...this.state.options.contracts.values()].filter((contract) => contract.symbol === symbol);
  }

  /** Units that stand behind payouts of an asset, and what of it is promised. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    return { held: this.funds.get(asset) ?? 0n, promised: this.state.options.reserved.get(asset) ?? 0n };
  }

  /** Units of it that are promised to buyers of a product. */
  promisedOf(symbol: string): bigint {
    return this.promised.get(symbol) ?? 0n;
  }

  /** Of every asset that is sold for, and of others in which the user set one. */
  limitsOf(user: number, now: number): OptionLimit[] {
    const sold = new Set(this.assets());
    return this.markets.allAssets().flatMap(({ asset }) => {
      const own = this.state.options.limits.get(limitKey(user, asset));
      if (!own && !sold.has(asset)) return [];
      const { amount, next, day, staked } = own ?? { amount: null, next: null, day: 0, staked: 0n };
      const today = dayOf(now);
      const told = (units: bigint | null): string | null => (units === null ? null : this.markets.amount(asset, units));
      return {
        asset,
        amount: told(limitOn({ amount, next }, today)),
        next: next && next.day > today ? { amount: told(next.amount), from: dayStart(next.day) } : null,
        staked: this.markets.amount(asset, day === today ? staked : 0n),
      };
    });
  }

  /** The last ones of an index since the process began, oldest first. */
  publicationsOf(symbol: string): OptionPublication[] {
    const scales = { price: this.index.decimalsOf(symbol) };
    return (this.published.get(symbol)?.newest(PUBLICATIONS_MAX) ?? []).map((one) => publicationOf(one, scales));
  }

  scalesOf({ symbol, asset }: Pick<OptionContract, 'symbol' | 'asset'>): OptionScales {
    return { price: this.index.decimalsOf(symbol), amount: this.markets.scale(asset) ?? 0 };
  }

  private settle(event: EventOf<'OptionSettled'>, batch: Batch): void {
    const { contract: id, user, end, reason = null, dueAt, price, at, batch: position, paid, income, fee } = event;
    const contract = this.contract(id);
    this.fund(event.entries);
    this.promise(contract.symbol, -reserveOf(contract));
    noteSettled(this.state, event);
    this.toldHits.delete(id);
    const own = this.byUser.get(user);
    own?.delete(id);
    if (own?.size === 0) this.byUser.delete(user);
    if (!this.updates.isWatched(user)) return;
    const by =
      price === undefined || at === undefined || position === undefined ? null : { price, at, batch: position };
    const { enteredBatch } = contract;
    const times = { settledAt: batch.at, settledBatch: positionOf(batch) };
    const outcome = { end, reason, by, enteredBatch, dueAt, paid, income, fee, ...times };
    const touched = this.touchedOf(user);
    touched.contracts.delete(id);
    touched.settled.push(toldSettled(contract, outcome, this.scalesOf(contract)));
  }

  private promise(symbol: string, units: bigint): void {
    this.promised.set(symbol, this.promisedOf(symbol) + units);
  }

  private fund(entries: readonly Entry[]): void {
    for (const { debit, credit, amount } of entries) {
      const [from, to] = [fundNamed(debit), fundNamed(credit)];
      if (from !== null) this.funds.set(from, this.coverOf(from).held - amount);
      if (to !== null) this.funds.set(to, this.coverOf(to).held + amount);
    }
  }

  private remember(symbol: string, publication: Publication): void {
    let ring = this.published.get(symbol);
    if (!ring) this.published.set(symbol, (ring = new Ring(PUBLICATIONS_MAX)));
    ring.push(publication);
  }

  /** A level that a publication reached is told with it, before the contract is paid. */
  private touchHits(): void {
    for (const id of this.state.options.hits.keys()) {
      if (this.toldHits.has(id)) continue;
      this.toldHits.add(id);
      this.touch(id);
    }
  }

  private touch(id: number): void {
    const contract = this.contract(id);
    if (!this.updates.isWatched(contract.user)) return;
    this.touchedOf(contract.user).contracts.set(id, this.toldOf(contract));
  }

  private touchedOf(user: number): Touched {
    const touched = this.touched.get(user) ?? { contracts: new Map(), settled: [] };
    this.touched.set(user, touched);
    return touched;
  }

  private toldOf(contract: OptionContract): OpenOption {
    return toldOpen(contract, this.scalesOf(contract), this.at);
  }

  private own(user: number, id: number): void {
    const own = this.byUser.get(user);
    if (own) own.add(id);
    else this.byUser.set(user, new Set([id]));
  }

  private contract(id: number): OptionContract {
    return known(this.state.options.contracts, id);
  }
}

const FUND = 'house/option/';
function fundNamed(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
