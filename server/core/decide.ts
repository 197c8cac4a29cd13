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
import { decideCancelAllOrders, decideCancelOrder, decideEndFrozenOrders } from './spot/cancel';
import { decidePlaceOrder } from './spot/place';
import { decideTriggerOrder } from './spot/trigger';
import type { CoreView } from './state';
import { decideAssignDepositAddress } from './wallet/decide-deposit-address';
import { decideFreezeFunds, decideFundHouse, decideTransferFunds, decideUnfreezeFunds } from './wallet/decide-funds';
import {
  decideCreditRecharge,
  decideObserveRecharge,
  decideRetractRecharge,
  decideSetRechargeTerms,
} from './wallet/decide-recharge';
import {
  decideApplyWithdrawal,
  decideApproveWithdrawal,
  decideCancelWithdrawal,
  decidePayWithdrawal,
  decideRejectWithdrawal,
  decideSetWithdrawalReview,
  decideStartPayout,
} from './wallet/decide-withdrawal';

const DECIDERS: { [T in CommandType]: Decider<T> } = {
  ListAsset: decideListAsset,
  ListMarket: decideListMarket,
  SetMarketState: decideSetMarketState,
  RegisterMember: decideRegisterMember,
  VerifyMember: decideVerifyMember,
  FreezeAccount: decideFreezeAccount,
  UnfreezeAccount: decideUnfreezeAccount,
  AssignFeeTier: decideAssignFeeTier,
  TransferFunds: decideTransferFunds,
  SetRechargeTerms: decideSetRechargeTerms,
  AssignDepositAddress: decideAssignDepositAddress,
  ObserveRecharge: decideObserveRecharge,
  RetractRecharge: decideRetractRecharge,
  CreditRecharge: decideCreditRecharge,
  ApplyWithdrawal: decideApplyWithdrawal,
  SetWithdrawalReview: decideSetWithdrawalReview,
  ApproveWithdrawal: decideApproveWithdrawal,
  StartPayout: decideStartPayout,
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
  EndFrozenOrders: decideEndFrozenOrders,
};

/** Which kinds of actor may send a command: `admin` is a person of staff, a user acts for nobody but themselves. */
type Senders = readonly ('user' | 'admin' | 'system')[];
const USER: Senders = ['user'];
const PERSON: Senders = ['admin'];
const STAFF: Senders = ['admin', 'system'];
const USER_OR_PERSON: Senders = ['user', 'admin'];
const ANYONE: Senders = ['user', 'admin', 'system'];
const SYSTEM: Senders = ['system'];

const SENDERS: { [T in CommandType]: Senders } = {
  ListAsset: STAFF,
  ListMarket: STAFF,
  SetMarketState: STAFF,
  RegisterMember: SYSTEM,
  VerifyMember: STAFF,
  FreezeAccount: ANYONE,
  UnfreezeAccount: STAFF,
  AssignFeeTier: STAFF,
  TransferFunds: USER,
  SetRechargeTerms: STAFF,
  AssignDepositAddress: SYSTEM,
  ObserveRecharge: SYSTEM,
  RetractRecharge: SYSTEM,
  CreditRecharge: STAFF,
  ApplyWithdrawal: USER,
  SetWithdrawalReview: STAFF,
  ApproveWithdrawal: PERSON,
  StartPayout: STAFF,
  PayWithdrawal: STAFF,
  RejectWithdrawal: PERSON,
  CancelWithdrawal: USER,
  FreezeFunds: STAFF,
  UnfreezeFunds: STAFF,
  FundHouse: STAFF,
  PlaceOrder: USER,
  AmendOrder: USER,
  CancelOrder: USER_OR_PERSON,
  CancelAllOrders: USER_OR_PERSON,
  TriggerOrder: SYSTEM,
  EndFrozenOrders: SYSTEM,
};

/** What would favour its sender somebody else of staff has to send. */
const FOR_OTHERS: ReadonlySet<CommandType> = new Set<CommandType>([
  'VerifyMember',
  'UnfreezeAccount',
  'AssignFeeTier',
  'CreditRecharge',
]);

/** Decides one command against the state as it is. Never throws for bad input. */
export function decide(view: CoreView, command: Command, actor: Actor): Decision {
  if (!maySend(command, actor)) return reject('command.not.permitted');
  const decider = DECIDERS[command.type] as (view: CoreView, command: Command, actor: Actor) => Decision;
  return decider(view, command, actor);
}

function maySend(command: Command, actor: Actor): boolean {
  const senders = SENDERS[command.type];
  if (actor === 'system') return senders.includes('system');
  if (actor.startsWith('admin/')) {
    const isOwn = FOR_OTHERS.has(command.type) && 'user' in command && actorId(actor) === command.user;
    return senders.includes('admin') && !isOwn;
  }
  return senders.includes('user') && 'user' in command && actor === `user/${command.user}`;
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
  const recent = view.memories.get(owner)?.byClientId.get(clientId);
  const known = recent ?? view.lasting.byOwner.get(owner)?.get(clientId);
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

/**
 * The fields of each command's payload: what its sender asked for. A withdrawal's limit and day are the edge's, and may be
 * others when the same request comes again.
 */
const PAYLOADS: { [T in CommandType]: readonly (keyof CommandOf<T>)[] } = {
  ListAsset: ['type', 'asset', 'scale', 'withdrawalFee', 'withdrawalMin', 'fiat'],
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
  RegisterMember: ['type', 'user', 'registration'],
  VerifyMember: ['type', 'user'],
  FreezeAccount: ['type', 'user', 'reason'],
  UnfreezeAccount: ['type', 'user', 'reason'],
  AssignFeeTier: ['type', 'user', 'tier'],
  CreditRecharge: ['type', 'user', 'asset', 'amount', 'reference'],
  TransferFunds: ['type', 'user', 'asset', 'from', 'to', 'amount'],
  SetRechargeTerms: ['type', 'asset', 'chain', 'minimum', 'confirmations'],
  AssignDepositAddress: ['type', 'user', 'chain', 'index', 'address'],
  ObserveRecharge: ['type', 'user', 'asset', 'chain', 'reference', 'address', 'amount', 'dust', 'confirmations'],
  RetractRecharge: ['type', 'reference'],
  ApplyWithdrawal: ['type', 'user', 'asset', 'amount', 'chain', 'address', 'card'],
  SetWithdrawalReview: ['type', 'secondApprovalAbove'],
  ApproveWithdrawal: ['type', 'withdrawal'],
  StartPayout: ['type', 'withdrawal'],
  PayWithdrawal: ['type', 'withdrawal', 'reference'],
  RejectWithdrawal: ['type', 'withdrawal', 'reason'],
  CancelWithdrawal: ['type', 'user', 'withdrawal'],
  FreezeFunds: ['type', 'user', 'asset', 'amount', 'account', 'reason'],
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
  EndFrozenOrders: ['type', 'user'],
};
