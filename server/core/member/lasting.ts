/**
 * Which commands' client ids are remembered for a month, whatever else is sent: those that move money other than by trading,
 * and all that staff send. What one made may be open for longer, and so long its id is remembered.
 */
import type { Actor, CommandType } from '../command';
import type { CoreState } from '../state';
import type { LastingCommand } from './memory';

/** Whether what a command made is still something, by its number. */
type IsOpen = (state: Pick<CoreState, 'withdrawals' | 'holds'>, made: number) => boolean;

const nothingOpen: IsOpen = () => false;

/** Null: among the recent ones of its sender, unless staff sent it. */
const LASTING: { [T in CommandType]: IsOpen | null } = {
  ListAsset: nothingOpen,
  ListMarket: nothingOpen,
  SetMarketState: nothingOpen,
  RegisterMember: nothingOpen,
  VerifyMember: nothingOpen,
  FreezeAccount: nothingOpen,
  UnfreezeAccount: nothingOpen,
  AssignFeeTier: nothingOpen,
  TransferFunds: nothingOpen,
  SetRechargeTerms: nothingOpen,
  AssignDepositAddress: nothingOpen,
  ObserveRecharge: nothingOpen,
  RetractRecharge: nothingOpen,
  CreditRecharge: nothingOpen,
  ApplyWithdrawal: ({ withdrawals }, withdrawal) => withdrawals.has(withdrawal),
  SetWithdrawalReview: nothingOpen,
  ApproveWithdrawal: nothingOpen,
  StartPayout: nothingOpen,
  PayWithdrawal: nothingOpen,
  RejectWithdrawal: nothingOpen,
  CancelWithdrawal: nothingOpen,
  FreezeFunds: ({ holds }, hold) => holds.has(hold),
  UnfreezeFunds: nothingOpen,
  FundHouse: nothingOpen,
  PlaceOrder: null,
  AmendOrder: null,
  CancelOrder: null,
  CancelAllOrders: null,
  TriggerOrder: null,
  EndFrozenOrders: null,
};

export function isLasting(type: CommandType, actor: Actor): boolean {
  return LASTING[type] !== null || actor.startsWith('admin/');
}

export function isStillOpen(state: CoreState, { type, id }: LastingCommand): boolean {
  return id !== null && (LASTING[type]?.(state, id) ?? false);
}
