/**
 * Live view of second contracts: products and their funding, every user's open contracts, and for watched users the
 * effect of each batch. Folded by the core's own functions.
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
import { getOrThrow } from '../../../core/evolve-helpers';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { balanceOf } from '../../../core/ledger/ledger';
import { ownLimitOn } from '../core/buy';
import {
  applyEntry,
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
import { publicationOf, toWireOpenOption, toWireSettledOption, type OptionScales } from './wire-records';

export type LiveOptionProduct = Readonly<Pick<OptionProduct, 'terms' | 'state' | 'open'>>;

/** Publications of an index kept for new subscribers. */
const PUBLICATIONS_MAX = 100;

interface PushChanges {
  contracts: Map<number, OpenOption>;
  settled: SettledOption[];
}

export class OptionsView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<OptionUpdate>();
  private state: { options: OptionsState } = { options: createOptionsState() };
  /** Ids of open contracts, in order of purchase. */
  private readonly byUser = new Map<number, Set<number>>();
  /** Maximum payout of open contracts, by product. */
  private readonly promisedPayouts = new Map<string, bigint>();
  /** Units that cover payouts, by asset. */
  private readonly funds = new Map<string, bigint>();
  private readonly published = new Map<string, Ring<Publication>>();
  /** Contracts whose reached level has been sent. */
  private readonly pushedHits = new Set<number>();
  /** Effects of the batch being folded on watched users. */
  private changes = new Map<number, PushChanges>();
  /** Time of the last batch. */
  private at = 0;

  constructor(
    private readonly markets: Pick<MarketsView, 'scale' | 'allAssets' | 'amount'>,
    private readonly index: Pick<IndexPricesView, 'decimalsOf'>,
  ) {}

  private readonly folds: Folds = {
    IndexPublished: ({ prices }, batch) => {
      for (const { symbol, price, sources } of prices) {
        const published = { price, at: batch.at, batch: positionOf(batch) };
        this.addPublication(symbol, published);
        notePublication(this.state, symbol, { ...published, sources });
      }
      this.markNewHits();
    },
    OptionTermsProposed: (event) => noteProposal(this.state, event),
    OptionTermsSet: (event) => setTerms(this.state, event),
    OptionStateSet: (event) => setState(this.state, event),
    OptionsFunded: ({ entries }) => this.applyFundEntries(entries),
    OptionBought: (event, batch) => {
      noteBought(this.state, event, batch);
      this.addToUser(event.user, event.contract);
      this.addPromised(event.symbol, reserveOf(event));
      this.markChanged(event.contract);
    },
    OptionEntered: (event, batch) => {
      applyEntry(this.state, event, batch);
      this.markChanged(event.contract);
      this.markNewHits();
    },
    OptionSettled: (event, batch) => this.settle(event, batch),
    OptionLimitSet: (event, batch) => setLimit(this.state, event, batch),
  };

  fold(batch: Batch): void {
    this.at = batch.at;
    this.position = foldEvents(this.folds, batch);
    if (this.changes.size === 0) return;
    for (const [user, { contracts, settled }] of this.changes) {
      this.updates.append(user, {
        position: this.position,
        at: batch.at,
        contracts: [...contracts.values()],
        settled,
      });
    }
    this.changes = new Map();
  }

  seed({ options, assets, ledger, at, position }: CoreState): void {
    // The core keeps mutating its own objects, so copy them.
    this.state = { options: structuredClone(options) };
    for (const [id, contract] of options.contracts) {
      this.addToUser(contract.user, id);
      this.addPromised(contract.symbol, reserveOf(contract));
    }
    for (const id of options.hits.keys()) this.pushedHits.add(id);
    for (const [symbol, { published }] of options.products) {
      for (const one of published) this.addPublication(symbol, { ...one });
    }
    for (const asset of assets.keys()) this.funds.set(asset, balanceOf(ledger, houseAccount('option', asset)));
    this.at = at;
    this.position = position;
  }

  /** Open contracts, in order of purchase. */
  snapshot(user: number): OpenOptions {
    const ids = [...(this.byUser.get(user) ?? [])];
    return { position: this.position, contracts: ids.map((id) => this.toWire(this.contract(id))) };
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Terms, sale and open stakes of every product, in order of first confirmation. */
  products(): Iterable<LiveOptionProduct> {
    return this.state.options.products.values();
  }

  /** Assets of stakes and payouts of all products. */
  assets(): string[] {
    return [...new Set([...this.products()].map(({ terms }) => terms.asset))];
  }

  /** Undefined if no such product is sold. */
  product(symbol: string): LiveOptionProduct | undefined {
    return this.state.options.products.get(symbol);
  }

  /** Open contracts of a product, of all users. */
  contractsOf(symbol: string): Readonly<OptionContract>[] {
    return [...this.state.options.contracts.values()].filter((contract) => contract.symbol === symbol);
  }

  /** Units that cover payouts of an asset, and the reserved part. */
  coverOf(asset: string): { held: bigint; promised: bigint } {
    return { held: this.funds.get(asset) ?? 0n, promised: this.state.options.reserved.get(asset) ?? 0n };
  }

  /** Units reserved for buyers of a product. */
  promisedOf(symbol: string): bigint {
    return this.promisedPayouts.get(symbol) ?? 0n;
  }

  /** Limits in every asset of the sold products, and in other assets with a user's limit. */
  limitsOf(user: number, now: number): OptionLimit[] {
    const productAssets = new Set(this.assets());
    return this.markets.allAssets().flatMap(({ asset }) => {
      const limit = this.state.options.limits.get(limitKey(user, asset));
      if (!limit && !productAssets.has(asset)) return [];
      const { amount, next, day, staked } = limit ?? { amount: null, next: null, day: 0, staked: 0n };
      const today = dayOf(now);
      const amountOf = (units: bigint | null): string | null =>
        units === null ? null : this.markets.amount(asset, units);
      return {
        asset,
        amount: amountOf(ownLimitOn({ amount, next }, today)),
        next: next && next.day > today ? { amount: amountOf(next.amount), from: dayStart(next.day) } : null,
        staked: this.markets.amount(asset, day === today ? staked : 0n),
      };
    });
  }

  /** The latest publications of an index since the process started, oldest first. */
  publicationsOf(symbol: string): OptionPublication[] {
    const scales = { price: this.index.decimalsOf(symbol) };
    return (this.published.get(symbol)?.newestValues(PUBLICATIONS_MAX) ?? []).map((one) => publicationOf(one, scales));
  }

  scalesOf({ symbol, asset }: Pick<OptionContract, 'symbol' | 'asset'>): OptionScales {
    return { price: this.index.decimalsOf(symbol), amount: this.markets.scale(asset) ?? 0 };
  }

  private settle(event: EventOf<'OptionSettled'>, batch: Batch): void {
    const { contract: id, user, end, reason = null, dueAt, price, at, batch: position, paid, income, fee } = event;
    const contract = this.contract(id);
    this.applyFundEntries(event.entries);
    this.addPromised(contract.symbol, -reserveOf(contract));
    noteSettled(this.state, event);
    this.pushedHits.delete(id);
    const ids = this.byUser.get(user);
    ids?.delete(id);
    if (ids?.size === 0) this.byUser.delete(user);
    if (!this.updates.isWatched(user)) return;
    const publication =
      price === undefined || at === undefined || position === undefined ? null : { price, at, batch: position };
    const { enteredBatch } = contract;
    const times = { settledAt: batch.at, settledBatch: positionOf(batch) };
    const outcome = { end, reason, by: publication, enteredBatch, dueAt, paid, income, fee, ...times };
    const touched = this.changesOf(user);
    touched.contracts.delete(id);
    touched.settled.push(toWireSettledOption(contract, outcome, this.scalesOf(contract)));
  }

  private addPromised(symbol: string, units: bigint): void {
    this.promisedPayouts.set(symbol, this.promisedOf(symbol) + units);
  }

  private applyFundEntries(entries: readonly Entry[]): void {
    for (const { debit, credit, amount } of entries) {
      const [from, to] = [fundAssetOf(debit), fundAssetOf(credit)];
      if (from !== null) this.funds.set(from, this.coverOf(from).held - amount);
      if (to !== null) this.funds.set(to, this.coverOf(to).held + amount);
    }
  }

  private addPublication(symbol: string, publication: Publication): void {
    let ring = this.published.get(symbol);
    if (!ring) this.published.set(symbol, (ring = new Ring(PUBLICATIONS_MAX)));
    ring.push(publication);
  }

  /** A reached level is sent with its publication, before the contract is paid. */
  private markNewHits(): void {
    for (const id of this.state.options.hits.keys()) {
      if (this.pushedHits.has(id)) continue;
      this.pushedHits.add(id);
      this.markChanged(id);
    }
  }

  private markChanged(id: number): void {
    const contract = this.contract(id);
    if (!this.updates.isWatched(contract.user)) return;
    this.changesOf(contract.user).contracts.set(id, this.toWire(contract));
  }

  private changesOf(user: number): PushChanges {
    const touched = this.changes.get(user) ?? { contracts: new Map(), settled: [] };
    this.changes.set(user, touched);
    return touched;
  }

  private toWire(contract: OptionContract): OpenOption {
    return toWireOpenOption(contract, this.scalesOf(contract), this.at);
  }

  private addToUser(user: number, id: number): void {
    const ids = this.byUser.get(user);
    if (ids) ids.add(id);
    else this.byUser.set(user, new Set([id]));
  }

  private contract(id: number): OptionContract {
    return getOrThrow(this.state.options.contracts, id);
  }
}

const FUND = 'house/option/';
function fundAssetOf(account: string): string | null {
  return account.startsWith(FUND) ? account.slice(FUND.length) : null;
}
