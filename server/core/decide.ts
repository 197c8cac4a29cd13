/**
 * What a command leads to: events, or a refusal. Reads the state and changes nothing; the same state and command give the
 * same answer for ever.
 */
import { actorId, type Actor, type Command, type CommandOf, type CommandType } from './command';
import type { Decider, Decision } from './decision';
import { decideListAsset, decideListMarket, decideSetMarketState } from './market/listing';
import {
  decideAssignFeeTier,
  decideFreezeAccount,
  decideRegisterMember,
  decideUnfreezeAccount,
  decideVerifyMember,
} from './member/decide-member';
import { beginFingerprint, fingerprint, mix, mixNumber, type RememberedCommand } from './member/memory';
import { reject, type Rejection } from './rejection';
import { decideAmendOrder } from './spot/amend';
import { decideCancelAllOrders, decideCancelOrder } from './spot/cancel';
import { decidePlaceOrder } from './spot/place';
import { decideTriggerOrder } from './spot/trigger';
import type { CoreView } from './state';
import {
  decideApplyWithdrawal,
  decideCancelWithdrawal,
  decideCreditRecharge,
  decideFreezeFunds,
  decideFundHouse,
  decidePayWithdrawal,
  decideRejectWithdrawal,
  decideUnfreezeFunds,
} from './wallet/decide-wallet';

const DECIDERS: { [T in CommandType]: Decider<T> } = {
  ListAsset: decideListAsset,
  ListMarket: decideListMarket,
  SetMarketState: decideSetMarketState,
  RegisterMember: decideRegisterMember,
  VerifyMember: decideVerifyMember,
  FreezeAccount: decideFreezeAccount,
  UnfreezeAccount: decideUnfreezeAccount,
  AssignFeeTier: decideAssignFeeTier,
  CreditRecharge: decideCreditRecharge,
  ApplyWithdrawal: decideApplyWithdrawal,
  PayWithdrawal: decidePayWithdrawal,
  RejectWithdrawal: decideRejectWithdrawal,
  CancelWithdrawal: decideCancelWithdrawal,
  FreezeFunds: decideFreezeFunds,
  UnfreezeFunds: decideUnfreezeFunds,
  FundHouse: decideFundHouse,
  PlaceOrder: decidePlaceOrder,
  AmendOrder: decideAmendOrder,
  CancelOrder: decideCancelOrder,
  CancelAllOrders: decideCancelAllOrders,
  TriggerOrder: decideTriggerOrder,
};

/** Who may send a command: staff act for the house, a user for nobody but themselves, the system for the exchange. */
const SENDERS: { [T in CommandType]: 'staff' | 'user' | 'user_or_staff' | 'system' } = {
  ListAsset: 'staff',
  ListMarket: 'staff',
  SetMarketState: 'staff',
  RegisterMember: 'system',
  VerifyMember: 'staff',
  FreezeAccount: 'staff',
  UnfreezeAccount: 'staff',
  AssignFeeTier: 'staff',
  CreditRecharge: 'staff',
  ApplyWithdrawal: 'user',
  PayWithdrawal: 'staff',
  RejectWithdrawal: 'staff',
  CancelWithdrawal: 'user',
  FreezeFunds: 'staff',
  UnfreezeFunds: 'staff',
  FundHouse: 'staff',
  PlaceOrder: 'user',
  AmendOrder: 'user',
  CancelOrder: 'user_or_staff',
  CancelAllOrders: 'user_or_staff',
  TriggerOrder: 'system',
};

/** Decides one command against the state as it is. Never throws for bad input. */
export function decide(view: CoreView, command: Command, actor: Actor): Decision {
  if (!maySend(command, actor)) return reject('command.not.permitted');
  const decider = DECIDERS[command.type] as (view: CoreView, command: Command, actor: Actor) => Decision;
  return decider(view, command, actor);
}

function maySend(command: Command, actor: Actor): boolean {
  const sender = SENDERS[command.type];
  if (actor === 'system') return sender === 'system' || sender === 'staff';
  const admin = actor.startsWith('admin/');
  if (admin) return sender === 'staff' || sender === 'user_or_staff';
  if (sender !== 'user' && sender !== 'user_or_staff') return false;
  return 'user' in command && actor === `user/${command.user}`;
}

/** What a repeated client id means: nothing known, the first outcome again, or a reuse for something else. */
export function recognise(
  view: CoreView,
  actor: Actor,
  clientId: string,
  digest: string,
): RememberedCommand | Rejection | null {
  const owner = actorId(actor);
  if (owner === null) return null;
  const known = view.memories.get(owner)?.byClientId.get(clientId);
  if (!known) return null;
  return known.digest === digest ? known : reject('client.id.reused');
}

/** Fingerprint of a command's payload: equal payloads are equal whatever order their fields came in. */
export function digestOf(command: Command): string {
  const fields = command as unknown as Readonly<Record<string, Digestible>>;
  beginFingerprint();
  for (const key of PAYLOADS[command.type]) {
    const value = fields[key];
    if (value === undefined) continue;
    mix(key);
    if (typeof value === 'number') mixNumber(value);
    else mix(String(value));
  }
  return fingerprint();
}

type Digestible = string | number | bigint | readonly number[] | undefined;

/** The fields of each command's payload, all of them. */
const PAYLOADS: { [T in CommandType]: readonly (keyof CommandOf<T>)[] } = {
  ListAsset: ['type', 'asset', 'scale', 'withdrawalFee', 'withdrawalMin'],
  ListMarket: [
    'type',
    'market',
    'base',
    'quote',
    'tick',
    'lot',
    'quantityMin',
    'quantityMax',
    'notionalMin',
    'priceLowest',
    'priceHighest',
    'makerFeesPpb',
    'takerFeesPpb',
    'openOrdersMax',
    'referencePrice',
    'bandPpb',
  ],
  SetMarketState: ['type', 'market', 'state'],
  RegisterMember: ['type', 'user'],
  VerifyMember: ['type', 'user'],
  FreezeAccount: ['type', 'user', 'reason'],
  UnfreezeAccount: ['type', 'user', 'reason'],
  AssignFeeTier: ['type', 'user', 'tier'],
  CreditRecharge: ['type', 'user', 'asset', 'amount', 'reference'],
  ApplyWithdrawal: ['type', 'user', 'asset', 'amount'],
  PayWithdrawal: ['type', 'withdrawal', 'reference'],
  RejectWithdrawal: ['type', 'withdrawal', 'reason'],
  CancelWithdrawal: ['type', 'user', 'withdrawal'],
  FreezeFunds: ['type', 'user', 'asset', 'amount', 'reason'],
  UnfreezeFunds: ['type', 'hold', 'reason'],
  FundHouse: ['type', 'asset', 'amount', 'reason'],
  PlaceOrder: [
    'type',
    'user',
    'market',
    'side',
    'kind',
    'timeInForce',
    'selfTrade',
    'price',
    'quantity',
    'quoteAmount',
    'trigger',
  ],
  AmendOrder: ['type', 'user', 'order', 'price', 'quantity'],
  CancelOrder: ['type', 'user', 'order'],
  CancelAllOrders: ['type', 'user', 'market'],
  TriggerOrder: ['type', 'order'],
};
