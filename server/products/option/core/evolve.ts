/**
 * What the events of second contracts do to the state. What they do beside moving money needs nothing but this state: whoever
 * shows it folds by the same functions.
 */
import { dayOf } from '../../../../shared/rules/days';
import {
  entryOf,
  levelReached,
  priceFor,
  reserveOf,
  ruleOf,
} from '../../../../shared/products/option/rules/settlement';
import { positionOf, type Batch } from '../../../core/event';
import { known, nameUser, postAll, sorted } from '../../../core/folding';
import type { Publication as QuotedPublication } from '../../../core/index-price/state';
import { createRanked, firstRanked, rank, rankedThrough, unrank } from '../../../core/indexes/ranked';
import { broken } from '../../../core/rejection';
import type { CoreState } from '../../../core/state';
import type {
  OptionBought,
  OptionEntered,
  OptionLimitSet,
  OptionSettled,
  OptionStateSet,
  OptionTermsProposed,
  OptionTermsSet,
  OptionsFunded,
} from './events';
import { limitOn } from './buy';
import {
  createProduct,
  limitKey,
  type LevelIndexes,
  type OptionContract,
  type OptionEntry,
  type OptionProduct,
} from './state';

type OfOptions = Pick<CoreState, 'options'>;

export function proposeTerms(state: CoreState, event: OptionTermsProposed): void {
  nameUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal({ options }: OfOptions, event: OptionTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  options.proposed.set(terms.symbol, { terms, by });
}

export function setTerms({ options }: OfOptions, event: OptionTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  options.proposed.delete(terms.symbol);
  const product = options.products.get(terms.symbol);
  if (product) product.terms = terms;
  else options.products.set(terms.symbol, createProduct(terms));
}

export function setState({ options }: OfOptions, { symbol, state }: OptionStateSet): void {
  known(options.products, symbol).state = state;
}

export function fund(state: CoreState, { entries }: OptionsFunded): void {
  postAll(state, entries);
}

export function buy(state: CoreState, event: OptionBought, batch: Batch): void {
  postAll(state, event.entries);
  noteBought(state, event, batch);
}

export function noteBought(state: OfOptions, event: OptionBought, batch: Batch): void {
  const { options } = state;
  const { type: _, contract: id, entries, startsAt = null, sourcesMin = 0, ...bought } = event;
  const hold = entries[0].hold ?? broken(`contract ${id} holds nothing`);
  const times = { boughtAt: batch.at, boughtBatch: positionOf(batch), enteredBatch: null };
  const counting = { rule: ruleOf(event), sourcesMin };
  const contract: OptionContract = { ...bought, ...counting, ...times, id, startsAt, hold, entry: null, hit: null };
  options.contracts.set(id, contract);
  options.next = id + 1;
  noteOpen(state, contract);
  noteStaked(state, contract, dayOf(batch.at));
}

/** Of a day that begins; what was staked the day before counts no more. */
function noteStaked({ options }: OfOptions, { user, asset, stake }: OptionContract, day: number): void {
  const own = options.limits.get(limitKey(user, asset));
  if (!own) {
    options.limits.set(limitKey(user, asset), { amount: null, next: null, day, staked: stake });
    return;
  }
  own.staked = own.day === day ? own.staked + stake : stake;
  own.day = day;
}

export function setLimit({ options }: OfOptions, event: OptionLimitSet, { at }: Batch): void {
  const { user, asset, day, amount = null } = event;
  const today = dayOf(at);
  const before = options.limits.get(limitKey(user, asset)) ?? { amount: null, next: null, day: today, staked: 0n };
  const now = limitOn(before, today);
  const { staked, day: stakedOn } = before;
  options.limits.set(
    limitKey(user, asset),
    day <= today
      ? { amount, next: null, day: stakedOn, staked }
      : { amount: now, next: { amount, day }, day: stakedOn, staked },
  );
}

export function enter(state: OfOptions, event: OptionEntered, noted: Batch): void {
  const { contract: id, price, at, batch } = event;
  const contract = known(state.options.contracts, id);
  const product = known(state.options.products, contract.symbol);
  const basis = entryOf(product.published, contract)?.basis ?? broken(`contract ${id} enters by no publication`);
  contract.entry = { price, at, batch, basis };
  contract.enteredBatch = positionOf(noted);
  unrank(product.waiting[contract.rule], id);
  noteRunning(product, contract, contract.entry);
  // Publications may have come while it waited for its turn.
  for (const published of product.published) if (published.at > at) meetLevels(state, contract, published);
  prune(product);
}

export function settle(state: CoreState, event: OptionSettled): void {
  postAll(state, event.entries);
  noteSettled(state, event);
}

export function noteSettled(state: OfOptions, { contract: id }: Pick<OptionSettled, 'contract'>): void {
  const { options } = state;
  const contract = known(options.contracts, id);
  options.contracts.delete(id);
  options.hits.delete(id);
  const product = known(options.products, contract.symbol);
  for (const index of [product.waiting[contract.rule], product.running]) unrank(index, id);
  dropLevels(product, contract);
  count(state, contract, -1n);
  prune(product);
}

/** A publication of an index reaches levels, and may be an entry or the last before an end. */
export function notePublication(state: OfOptions, symbol: string, publication: QuotedPublication): void {
  const product = state.options.products.get(symbol);
  if (!product) return;
  product.published.push(publication);
  for (const [, levels] of sorted(product.levels)) {
    for (const id of mayMeet(levels, publication)) {
      meetLevels(state, known(state.options.contracts, id), publication);
    }
  }
  prune(product);
}

/** Contracts whose levels the median of their sources reaches. Each then asks by itself whether enough of these sources were published. */
function mayMeet({ basis, rising, falling }: LevelIndexes, publication: QuotedPublication): number[] {
  const price = priceFor(publication, { rule: basis.length === 0 ? 1 : 2, sourcesMin: 1 }, { basis });
  if (price === null) return [];
  return [...rankedThrough(rising, price, Infinity), ...rankedThrough(falling, -price, Infinity)].map(({ id }) => id);
}

/** The first publication that reaches a level ends the contract, if it comes before its end. */
function meetLevels({ options }: OfOptions, contract: OptionContract, publication: QuotedPublication): void {
  const { id, direction, durationMs, symbol, entry } = contract;
  if (contract.hit || !entry) return;
  const { at, batch } = publication;
  const isOver = at >= entry.at + durationMs;
  const price = isOver ? null : priceFor(publication, contract, entry);
  const isReached = price !== null && levelReached(contract, direction, price) !== null;
  if (isReached) {
    contract.hit = { price, at, batch };
    options.hits.set(id, symbol);
  }
  if (isOver || isReached) dropLevels(known(options.products, symbol), contract);
}

function dropLevels({ levels }: OptionProduct, { id, entry }: OptionContract): void {
  const key = entry?.basis.join() ?? '';
  const own = levels.get(key);
  if (!own) return;
  const { rising, falling } = own;
  for (const index of [rising, falling]) unrank(index, id);
  if (firstRanked(rising) === null && firstRanked(falling) === null) levels.delete(key);
}

/** What follows from a contract, as it is bought and from a snapshot. */
export function noteOpen(state: OfOptions, contract: OptionContract): void {
  const product = known(state.options.products, contract.symbol);
  count(state, contract, 1n);
  if (contract.entry) noteRunning(product, contract, contract.entry);
  else rank(product.waiting[contract.rule], contract.id, contract.from);
}

function noteRunning({ running, levels }: OptionProduct, contract: OptionContract, { at, basis }: OptionEntry): void {
  const { id, direction, durationMs, takeProfit, stopLoss, hit } = contract;
  rank(running, id, at + durationMs);
  const [above, below] = direction === 'up' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  if (hit || (above ?? below) === undefined) return;
  const key = basis.join();
  const own = levels.get(key) ?? { basis, rising: createRanked(), falling: createRanked() };
  levels.set(key, own);
  if (above !== undefined) rank(own.rising, id, above);
  if (below !== undefined) rank(own.falling, id, -below);
}

function count({ options }: OfOptions, contract: OptionContract, sign: 1n | -1n): void {
  const { user, symbol, direction, asset, stake, takeProfit, stopLoss } = contract;
  const { open } = known(options.products, symbol);
  const amount = sign * stake;
  open[direction] += amount;
  const own = open.byUser.get(user) ?? { all: 0n, withLevels: 0n };
  own.all += amount;
  if (takeProfit !== undefined || stopLoss !== undefined) own.withLevels += amount;
  if (own.all === 0n) open.byUser.delete(user);
  else open.byUser.set(user, own);
  const reserved = (options.reserved.get(asset) ?? 0n) + sign * reserveOf(contract);
  if (reserved === 0n) options.reserved.delete(asset);
  else options.reserved.set(asset, reserved);
}

/** Publications before the last one that an open contract may still need are nobody's any more. */
function prune({ published, running, waiting }: OptionProduct): void {
  const ranks = [running, ...Object.values(waiting)].map((ranked) => firstRanked(ranked)?.rank ?? Infinity);
  const first = Math.min(...ranks);
  let gone = 0;
  while (gone < published.length - 1 && published[gone + 1].at < first) gone++;
  if (gone > 0) published.splice(0, gone);
}
