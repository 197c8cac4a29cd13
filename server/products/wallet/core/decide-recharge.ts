/**
 * Money in. What a chain shows is followed until it lies deep enough, and credited once: its reference is remembered for
 * ever, so a payment that is seen again, by a reader that starts over or by two of them, is seen and nothing else. While deposits
 * of its coin are suspended it is followed and not credited; that comes with the first look at it afterwards.
 */
import { gateAccount } from '../../../../shared/rules/account-kinds';
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
import { aloneOf, isWordMissing } from './one-node';
import { isTooMuchOwed } from './spending';
import { refuseUnstated } from './statement';

const CONFIRMATIONS_MAX = 10_000;

export function decideSetRechargeTerms(view: CoreView, command: SetRechargeTerms): Decision {
  const { asset, chain, minimum, confirmations } = command;
  const listed = view.assets.get(asset);
  if (!listed) return reject('asset.unknown');
  const valid =
    !listed.isFiat &&
    isChainName(chain) &&
    minimum >= 0n &&
    minimum <= AMOUNT_MAX &&
    isCount(confirmations) &&
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
  // A depth that is no number says nothing.
  if (!isCount(confirmations)) return reject('recharge.unchanged');
  const id = view.wallet.rechargeReferences.get(reference);
  if (id === undefined) return seenIn(view, command, view.wallet.counters.recharge, at);
  const recharge = view.wallet.recharges.get(id);
  if (!recharge) return reject('recharge.unchanged');
  // Another block executes a transaction anew: whom it pays there, and how much, may differ from what the lost one showed.
  if (recharge.isRetracted) return seenIn(view, command, id, at);
  const { user, needed } = recharge;
  const waits = confirmations >= needed && isWordMissing(view, recharge, command, at);
  const outcome = waits ? [] : outcomeOf(view, recharge, command);
  const isSame = recharge.confirmations === confirmations;
  // Deep enough and waiting for its coin: each further block says nothing that anybody waits for.
  const isDeepEnough = recharge.confirmations >= needed && confirmations >= needed;
  if (outcome.length === 0 && (isSame || isDeepEnough))
    return reject(waits ? 'recharge.unwitnessed' : 'recharge.unchanged');
  return isSame
    ? outcome
    : [{ type: 'RechargeConfirmed', recharge: id, user, confirmations, alone: waits ? 1 : undefined }, ...outcome];
}

/** A payment in a block that nothing stands on yet. */
function seenIn(view: CoreView, command: ObserveRecharge, id: number, at: number): Decision {
  const { user, asset, chain, reference, amount, confirmations } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!view.assets.has(asset)) return reject('asset.unknown');
  const terms = view.wallet.rechargeTerms.get(termsKey(asset, chain));
  if (!terms) return reject('chain.unknown');
  if (amount <= 0n) return reject('amount.not.positive');
  // More than any store holds: nothing of this asset was ever that much.
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
  const waits = amount >= terms.minimum && isDeep && isWordMissing(view, recharge, command, at);
  const first: RechargeSeen = { ...seen(recharge, confirmations), alone: waits ? 1 : undefined };
  if (amount < terms.minimum) return [first, failed(recharge, 'recharge.below.minimum')];
  return waits ? [first] : [first, ...outcomeOf(view, recharge, command)];
}

type Followed = Readonly<Recharge>;

function seen(recharge: Followed, confirmations: number): RechargeSeen {
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

/** What follows from the depth: nothing yet, the credit, or that it can never be credited. */
function outcomeOf(view: CoreView, recharge: Followed, command: Omit<ObserveRecharge, 'type'>): CoreEvent[] {
  if (command.confirmations < recharge.needed) return [];
  const { id, user, asset, amount, reference } = recharge;
  if (view.assets.get(asset)?.deposits === 'suspended') return [];
  if (isTooMuchOwed(view, asset, amount)) return [failed(recharge, 'amount.too.large')];
  const provisional = command.provisional === 1 ? 1 : undefined;
  const facts = { recharge: id, user, asset, amount, reference, provisional, alone: aloneOf(command) } as const;
  return [credited(view, facts)];
}

function failed({ id, user }: Followed, reason: RechargeFailure): CoreEvent {
  return { type: 'RechargeFailed', recharge: id, user, reason };
}

/** Until it is credited, what was shown may be taken back: a credited recharge stays, however the chain grows. */
export function decideRetractRecharge(view: CoreView, { reference }: RetractRecharge): Decision {
  const recharge = view.wallet.recharges.get(view.wallet.rechargeReferences.get(reference) ?? 0);
  if (!recharge || recharge.isRetracted) return reject('recharge.unchanged');
  return [{ type: 'RechargeRetracted', recharge: recharge.id, user: recharge.user }];
}

export function decideCreditRecharge(view: CoreView, command: CreditRecharge, { actor, at }: Context): Decision {
  const { user, asset, amount, reference } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  const listed = view.assets.get(asset);
  if (!listed) return reject('asset.unknown');
  if (listed.deposits === 'suspended') return reject('asset.deposits.suspended');
  if (command.index !== undefined) return foundOn(view, command, command.index, at);
  if (actorId(actor) !== null && isBroughtByChain(view, asset)) return reject('recharge.only.by.chain');
  if (amount <= 0n) return reject('amount.not.positive');
  const { rechargeReferences, houseReferences } = view.wallet;
  if (rechargeReferences.has(reference) || houseReferences.has(reference)) return reject('recharge.already.credited');
  if (isTooMuchOwed(view, asset, amount)) return reject('amount.too.large');
  const unstated = refuseUnstated(view, actor, { asset, way: 'in', reference, amount, name: command.name });
  if (unstated) return unstated;
  return [credited(view, { recharge: view.wallet.counters.recharge, user, asset, amount, reference })];
}

/**
 * Credits a payment that the chain shows and the exchange missed. It carries the chain's own reference, so it counts once, and goes to
 * the owner of the address alone.
 */
function foundOn(view: CoreView, command: CreditRecharge, index: number, at: number): Decision {
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
  if (isWordMissing(view, { asset, amount }, { aloneUpTo }, at)) return reject('recharge.unwitnessed');
  if (isTooMuchOwed(view, asset, amount)) return reject('amount.too.large');
  const { recharge } = view.wallet.counters;
  const needed = terms.confirmations;
  const shown = { id: recharge, user, asset, chain, reference, address: address.address, amount, dust: null, needed };
  return [
    seen({ ...shown, confirmations: needed, isRetracted: false }, needed),
    credited(view, { recharge, user, asset, amount, reference }),
  ];
}

/** Of such a coin every unit has a payment that anyone can look up; nobody's word stands for one. */
function isBroughtByChain(view: CoreView, asset: string): boolean {
  for (const terms of view.wallet.rechargeTerms.values()) if (terms.asset === asset) return true;
  return false;
}

function credited(
  view: CoreView,
  facts: Pick<RechargeCredited, 'recharge' | 'user' | 'asset' | 'amount' | 'reference' | 'provisional' | 'alone'>,
): RechargeCredited {
  const { user, asset, amount } = facts;
  const listed = view.assets.get(asset) ?? broken(`asset ${asset} of a recharge is not listed`);
  const debit = houseAccount('custody', asset);
  const credit = userAccount(user, gateAccount(listed), asset, 'available');
  const entry: Entry = { kind: 'recharge', debit, credit, amount };
  return { type: 'RechargeCredited', ...facts, entries: [entry] };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
