/**
 * Applies the events of second contracts to the state. Except for ledger entries these functions need only this state,
 * so live views use them too.
 */
import { dayOf } from '../../../../shared/rules/days';
import {
  findEntry,
  levelReached,
  priceFor,
  reserveOf,
  ruleOf,
} from '../../../../shared/products/option/rules/settlement';
import { positionOf, type Batch } from '../../../core/event';
import { getOrThrow, noteHighestUser, postEntries, sortedByKey } from '../../../core/evolve-helpers';
import type { Publication as QuotedPublication } from '../../../core/index-price/state';
import { createRanked, firstRanked, rank, rankedUpTo, unrank } from '../../../core/indexes/ranked-ids';
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
import { ownLimitOn } from './buy';
import {
  createProduct,
  limitKey,
  type LevelIndexes,
  type OptionContract,
  type OptionEntry,
  type OptionProduct,
} from './state';

type OptionsSlice = Pick<CoreState, 'options'>;

export function proposeTerms(state: CoreState, event: OptionTermsProposed): void {
  noteHighestUser(state, event.by);
  noteProposal(state, event);
}

export function noteProposal({ options }: OptionsSlice, event: OptionTermsProposed): void {
  const { type: _, by, reason: __, ...terms } = event;
  options.proposed.set(terms.symbol, { terms, by });
}

export function setTerms({ options }: OptionsSlice, event: OptionTermsSet): void {
  const { type: _, proposedBy: __, reason: ___, ...terms } = event;
  options.proposed.delete(terms.symbol);
  const product = options.products.get(terms.symbol);
  if (product) product.terms = terms;
  else options.products.set(terms.symbol, createProduct(terms));
}

export function setState({ options }: OptionsSlice, { symbol, state }: OptionStateSet): void {
  getOrThrow(options.products, symbol).state = state;
}

export function applyFunding(state: CoreState, { entries }: OptionsFunded): void {
  postEntries(state, entries);
}

export function applyPurchase(state: CoreState, event: OptionBought, batch: Batch): void {
  postEntries(state, event.entries);
  noteBought(state, event, batch);
}

export function noteBought(state: OptionsSlice, event: OptionBought, batch: Batch): void {
  const { options } = state;
  const { type: _, contract: id, entries, startsAt = null, sourcesMin = 0, ...purchase } = event;
  const hold = entries[0].hold ?? broken(`contract ${id} holds nothing`);
  const times = { boughtAt: batch.at, boughtBatch: positionOf(batch), enteredBatch: null };
  const counting = { rule: ruleOf(event), sourcesMin };
  const contract: OptionContract = { ...purchase, ...counting, ...times, id, startsAt, hold, entry: null, hit: null };
  options.contracts.set(id, contract);
  options.next = id + 1;
  noteOpen(state, contract);
  noteStaked(state, contract, dayOf(batch.at));
}

/** The first stake of a day resets the sum of the previous day. */
function noteStaked({ options }: OptionsSlice, { user, asset, stake }: OptionContract, day: number): void {
  const limit = options.limits.get(limitKey(user, asset));
  if (!limit) {
    options.limits.set(limitKey(user, asset), { amount: null, next: null, day, staked: stake });
    return;
  }
  limit.staked = limit.day === day ? limit.staked + stake : stake;
  limit.day = day;
}

export function setLimit({ options }: OptionsSlice, event: OptionLimitSet, { at }: Batch): void {
  const { user, asset, day, amount = null } = event;
  const today = dayOf(at);
  const before = options.limits.get(limitKey(user, asset)) ?? { amount: null, next: null, day: today, staked: 0n };
  const currentLimit = ownLimitOn(before, today);
  const { staked, day: stakedOn } = before;
  options.limits.set(
    limitKey(user, asset),
    day <= today
      ? { amount, next: null, day: stakedOn, staked }
      : { amount: currentLimit, next: { amount, day }, day: stakedOn, staked },
  );
}

export function applyEntry(state: OptionsSlice, event: OptionEntered, noted: Batch): void {
  const { contract: id, price, at, batch } = event;
  const contract = getOrThrow(state.options.contracts, id);
  const product = getOrThrow(state.options.products, contract.symbol);
  const basis = findEntry(product.published, contract)?.basis ?? broken(`contract ${id} enters by no publication`);
  contract.entry = { price, at, batch, basis };
  contract.enteredBatch = positionOf(noted);
  unrank(product.waiting[contract.rule], id);
  noteRunning(product, contract, contract.entry);
  // Publications may have come while it was waiting.
  for (const published of product.published) if (published.at > at) hitLevels(state, contract, published);
  prunePublications(product);
}

export function settle(state: CoreState, event: OptionSettled): void {
  postEntries(state, event.entries);
  noteSettled(state, event);
}

export function noteSettled(state: OptionsSlice, { contract: id }: Pick<OptionSettled, 'contract'>): void {
  const { options } = state;
  const contract = getOrThrow(options.contracts, id);
  options.contracts.delete(id);
  options.hits.delete(id);
  const product = getOrThrow(options.products, contract.symbol);
  for (const index of [product.waiting[contract.rule], product.running]) unrank(index, id);
  removeLevels(product, contract);
  countContract(state, contract, -1n);
  prunePublications(product);
}

/** Processes a publication: it may reach levels, and may be an entry or the last one before an end. */
export function notePublication(state: OptionsSlice, symbol: string, publication: QuotedPublication): void {
  const product = state.options.products.get(symbol);
  if (!product) return;
  product.published.push(publication);
  for (const [, levels] of sortedByKey(product.levels)) {
    for (const id of contractsNearLevel(levels, publication)) {
      hitLevels(state, getOrThrow(state.options.contracts, id), publication);
    }
  }
  prunePublications(product);
}

/**
 * Candidate contracts whose levels are reached by the median of their sources. Each then checks that enough of its
 * sources were published.
 */
function contractsNearLevel({ basis, rising, falling }: LevelIndexes, publication: QuotedPublication): number[] {
  const price = priceFor(publication, { rule: basis.length === 0 ? 1 : 2, sourcesMin: 1 }, { basis });
  if (price === null) return [];
  return [...rankedUpTo(rising, price, Infinity), ...rankedUpTo(falling, -price, Infinity)].map(({ id }) => id);
}

/** The first publication that reaches a level ends the contract, if before its end. */
function hitLevels({ options }: OptionsSlice, contract: OptionContract, publication: QuotedPublication): void {
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
  if (isOver || isReached) removeLevels(getOrThrow(options.products, symbol), contract);
}

function removeLevels({ levels }: OptionProduct, { id, entry }: OptionContract): void {
  const key = entry?.basis.join() ?? '';
  const levelGroup = levels.get(key);
  if (!levelGroup) return;
  const { rising, falling } = levelGroup;
  for (const index of [rising, falling]) unrank(index, id);
  if (firstRanked(rising) === null && firstRanked(falling) === null) levels.delete(key);
}

/** Updates derived data for a contract, after its purchase and after loading a snapshot. */
export function noteOpen(state: OptionsSlice, contract: OptionContract): void {
  const product = getOrThrow(state.options.products, contract.symbol);
  countContract(state, contract, 1n);
  if (contract.entry) noteRunning(product, contract, contract.entry);
  else rank(product.waiting[contract.rule], contract.id, contract.from);
}

function noteRunning({ running, levels }: OptionProduct, contract: OptionContract, { at, basis }: OptionEntry): void {
  const { id, direction, durationMs, takeProfit, stopLoss, hit } = contract;
  rank(running, id, at + durationMs);
  const [above, below] = direction === 'up' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
  if (hit || (above ?? below) === undefined) return;
  const key = basis.join();
  const levelGroup = levels.get(key) ?? { basis, rising: createRanked(), falling: createRanked() };
  levels.set(key, levelGroup);
  if (above !== undefined) rank(levelGroup.rising, id, above);
  if (below !== undefined) rank(levelGroup.falling, id, -below);
}

function countContract({ options }: OptionsSlice, contract: OptionContract, sign: 1n | -1n): void {
  const { user, symbol, direction, asset, stake, takeProfit, stopLoss } = contract;
  const { open } = getOrThrow(options.products, symbol);
  const amount = sign * stake;
  open[direction] += amount;
  const openStake = open.byUser.get(user) ?? { all: 0n, withLevels: 0n };
  openStake.all += amount;
  if (takeProfit !== undefined || stopLoss !== undefined) openStake.withLevels += amount;
  if (openStake.all === 0n) open.byUser.delete(user);
  else open.byUser.set(user, openStake);
  const reserved = (options.reserved.get(asset) ?? 0n) + sign * reserveOf(contract);
  if (reserved === 0n) options.reserved.delete(asset);
  else options.reserved.set(asset, reserved);
}

/** Removes publications that no open contract can still need. */
function prunePublications({ published, running, waiting }: OptionProduct): void {
  const ranks = [running, ...Object.values(waiting)].map((ranked) => firstRanked(ranked)?.rank ?? Infinity);
  const first = Math.min(...ranks);
  let removedCount = 0;
  while (removedCount < published.length - 1 && published[removedCount + 1].at < first) removedCount++;
  if (removedCount > 0) published.splice(0, removedCount);
}
