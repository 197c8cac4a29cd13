/**
 * Deposits. A chain payment is followed until it has enough confirmations, and credited once. Its reference is remembered forever, so a
 * second sighting, by a restarted reader or a second one, has no effect. While deposits of its coin are suspended, it is followed but not
 * credited; the first observation afterwards credits it.
 */
import { depositAccountOf } from '../../../../shared/rules/account-kinds';
import { AMOUNT_MAX } from '../../../core/amounts';
import { actorId } from '../../../core/actor';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { houseAccount, userAccount, type Entry } from '../../../core/ledger/entry';
import { broken, reject } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { CreditRecharge, ObserveRecharge, RetractRecharge, SetRechargeTerms } from './commands';
import type { RechargeCredited, RechargeSeen } from './events';
import { ownerKey, placeKey } from './deposit-address';
import { isChainName, termsKey, type Recharge, type RechargeFailure } from './recharge';
import { singleNodeFlag, exceedsSingleNodeLimit } from './single-node-limits';
import { isTooMuchOwed } from './spending';
import { refuseUnlessOnStatement } from './statement';

const CONFIRMATIONS_MAX = 10_000;

export function decideSetRechargeTerms(view: CoreView, command: SetRechargeTerms): Decision {
  const { asset, chain, minimum, confirmations } = command;
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  const valid =
    !listedAsset.isFiat &&
    isChainName(chain) &&
    minimum >= 0n &&
    minimum <= AMOUNT_MAX &&
    isNaturalNumber(confirmations) &&
    confirmations >= 1 &&
    confirmations <= CONFIRMATIONS_MAX;
  if (!valid) return reject('recharge.terms.invalid');
  const { told, rules } = view.staff;
  if (told && confirmations < rules.confirmationsMin)
    return reject('terms.out.of.bounds', { minimum: rules.confirmationsMin });
  return [{ type: 'RechargeTermsSet', asset, chain, minimum, confirmations }];
}

export function decideObserveRecharge(view: CoreView, command: ObserveRecharge, { at }: Context): Decision {
  const { reference, confirmations } = command;
  // Ignores an invalid depth.
  if (!isNaturalNumber(confirmations)) return reject('recharge.unchanged');
  const id = view.wallet.rechargeReferences.get(reference);
  if (id === undefined) return firstSeen(view, command, view.wallet.counters.recharge, at);
  const recharge = view.wallet.recharges.get(id);
  if (!recharge) return reject('recharge.unchanged');
  // Another block executes the transaction again: recipient and amount may differ from the lost block.
  if (recharge.isRetracted) return firstSeen(view, command, id, at);
  const { user, needed } = recharge;
  const mustWait = confirmations >= needed && exceedsSingleNodeLimit(view, recharge, command, at);
  const outcome = mustWait ? [] : creditIfConfirmed(view, recharge, command);
  const isSame = recharge.confirmations === confirmations;
  // It has enough confirmations and waits for its coin, so further blocks change nothing.
  const isDeepEnough = recharge.confirmations >= needed && confirmations >= needed;
  if (outcome.length === 0 && (isSame || isDeepEnough))
    return reject(mustWait ? 'recharge.unwitnessed' : 'recharge.unchanged');
  return isSame
    ? outcome
    : [{ type: 'RechargeConfirmed', recharge: id, user, confirmations, alone: mustWait ? 1 : undefined }, ...outcome];
}

/** A payment in a block without successors. */
function firstSeen(view: CoreView, command: ObserveRecharge, id: number, at: number): Decision {
  const { user, asset, chain, reference, amount, confirmations } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!view.assets.has(asset)) return reject('asset.unknown');
  const terms = view.wallet.rechargeTerms.get(termsKey(asset, chain));
  if (!terms) return reject('chain.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  // Exceeds the maximum amount, which no asset can reach.
  if (amount > AMOUNT_MAX) return reject('amount.too.large');
  const recharge: Recharge = {
    id,
    user,
    asset,
    chain,
    reference,
    address: command.address ?? null,
    amount,
    dust: command.dust ?? null,
    confirmations,
    needed: terms.confirmations,
    isRetracted: false,
  };
  const isDeep = confirmations >= terms.confirmations;
  const mustWait = amount >= terms.minimum && isDeep && exceedsSingleNodeLimit(view, recharge, command, at);
  const first: RechargeSeen = { ...seenEvent(recharge, confirmations), alone: mustWait ? 1 : undefined };
  if (amount < terms.minimum) return [first, failedEvent(recharge, 'recharge.below.minimum')];
  return mustWait ? [first] : [first, ...creditIfConfirmed(view, recharge, command)];
}

type RechargeView = Readonly<Recharge>;

function seenEvent(recharge: RechargeView, confirmations: number): RechargeSeen {
  const { id, user, asset, chain, reference, address, amount, dust, needed } = recharge;
  return {
    type: 'RechargeSeen',
    recharge: id,
    user,
    asset,
    chain,
    reference,
    address: address ?? undefined,
    amount,
    dust: dust ?? undefined,
    confirmations,
    needed,
  };
}

/** Returns the events for the current depth: none, the credit, or the failure if it can never be credited. */
function creditIfConfirmed(
  view: CoreView,
  recharge: RechargeView,
  command: Omit<ObserveRecharge, 'type'>,
): CoreEvent[] {
  if (command.confirmations < recharge.needed) return [];
  const { id, user, asset, amount, reference } = recharge;
  if (view.assets.get(asset)?.deposits === 'suspended') return [];
  if (isTooMuchOwed(view, asset, amount)) return [failedEvent(recharge, 'amount.too.large')];
  const provisional = command.provisional === 1 ? 1 : undefined;
  const details = {
    recharge: id,
    user,
    asset,
    amount,
    reference,
    provisional,
    alone: singleNodeFlag(command),
  } as const;
  return [creditedEvent(view, details)];
}

function failedEvent({ id, user }: RechargeView, reason: RechargeFailure): CoreEvent {
  return { type: 'RechargeFailed', recharge: id, user, reason };
}

/** A payment may be retracted until it is credited; a credited one stays, whatever happens on the chain. */
export function decideRetractRecharge(view: CoreView, { reference }: RetractRecharge): Decision {
  const recharge = view.wallet.recharges.get(view.wallet.rechargeReferences.get(reference) ?? 0);
  if (!recharge || recharge.isRetracted) return reject('recharge.unchanged');
  return [{ type: 'RechargeRetracted', recharge: recharge.id, user: recharge.user }];
}

export function decideCreditRecharge(view: CoreView, command: CreditRecharge, { actor, at }: Context): Decision {
  const { user, asset, amount, reference } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const listedAsset = view.assets.get(asset);
  if (!listedAsset) return reject('asset.unknown');
  if (listedAsset.deposits === 'suspended') return reject('asset.deposits.suspended');
  if (command.index !== undefined) return creditMissedPayment(view, command, command.index, at);
  if (actorId(actor) !== null && hasChainDeposits(view, asset)) return reject('recharge.only.by.chain');
  if (amount <= 0n) return reject('amount.not.positive');
  const { rechargeReferences, houseReferences } = view.wallet;
  if (rechargeReferences.has(reference) || houseReferences.has(reference)) return reject('recharge.already.credited');
  if (isTooMuchOwed(view, asset, amount)) return reject('amount.too.large');
  const unstated = refuseUnlessOnStatement(view, actor, { asset, way: 'in', reference, amount, name: command.name });
  if (unstated) return unstated;
  return [creditedEvent(view, { recharge: view.wallet.counters.recharge, user, asset, amount, reference })];
}

/**
 * Credits a payment that the chain shows and the exchange missed. It has the chain's own reference, so it counts once, and goes to the
 * owner of the address only.
 */
function creditMissedPayment(view: CoreView, command: CreditRecharge, index: number, at: number): Decision {
  const { user, asset, amount, reference, aloneUpTo } = command;
  const { depositAddresses, depositIndexes, houseReferences, rechargeReferences, rechargeTerms } = view.wallet;
  const [chain] = reference.split('/');
  const terms = rechargeTerms.get(termsKey(asset, chain));
  if (!terms) return reject('chain.unknown');
  const address = depositAddresses.get(placeKey(chain, index));
  if (address?.user !== user || depositIndexes.get(ownerKey(chain, user)) !== index)
    return reject('recharge.address.foreign');
  if (rechargeReferences.has(reference) || houseReferences.has(reference)) return reject('recharge.already.credited');
  if (amount <= 0n) return reject('amount.not.positive');
  if (amount < terms.minimum) return reject('recharge.below.minimum');
  if (exceedsSingleNodeLimit(view, { asset, amount }, { aloneUpTo }, at)) return reject('recharge.unwitnessed');
  if (isTooMuchOwed(view, asset, amount)) return reject('amount.too.large');
  const { recharge } = view.wallet.counters;
  const needed = terms.confirmations;
  const paymentFields = {
    id: recharge,
    user,
    asset,
    chain,
    reference,
    address: address.address,
    amount,
    dust: null,
    needed,
  };
  return [
    seenEvent({ ...paymentFields, confirmations: needed, isRetracted: false }, needed),
    creditedEvent(view, { recharge, user, asset, amount, reference }),
  ];
}

/** Every unit of such a coin has a public payment, so a staff statement cannot replace one. */
function hasChainDeposits(view: CoreView, asset: string): boolean {
  for (const terms of view.wallet.rechargeTerms.values()) if (terms.asset === asset) return true;
  return false;
}

function creditedEvent(
  view: CoreView,
  details: Pick<RechargeCredited, 'recharge' | 'user' | 'asset' | 'amount' | 'reference' | 'provisional' | 'alone'>,
): RechargeCredited {
  const { user, asset, amount } = details;
  const listedAsset = view.assets.get(asset) ?? broken(`asset ${asset} of a recharge is not listed`);
  const debit = houseAccount('custody', asset);
  const credit = userAccount(user, depositAccountOf(listedAsset), asset, 'available');
  const entry: Entry = { kind: 'recharge', debit, credit, amount };
  return { type: 'RechargeCredited', ...details, entries: [entry] };
}

function isNaturalNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
