/**
 * The project's own format of a recorded flow: one JSON object a line,
 * `{"at":1700000000000,"actor":"user/10000001","clientId":"a-1","command":{"type":"PlaceOrder",…}}`. Fields are those of the
 * core's commands: prices in ticks, quantities in lots, amounts as decimal-digit strings of units; `clientId` may be
 * absent. The core trusts what it is given, so every field is checked here. `docs/how-to/replay-an-order-flow.md` has an example that runs.
 */
import { ACCOUNT_KINDS } from '../../../shared/rules/account-kinds';
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';
import type { Actor, Command, CommandOf, FollowUp, QuoteAmend, QuotePlace } from '../../core/command';
import { FEE_PRODUCTS } from '../../core/fees/state';
import { STAFF_ROLES } from '../../core/staff/commands';
import type { CommandEnvelope } from '../../engine/port';

export interface TimedCommand {
  at: number;
  envelope: CommandEnvelope;
}

const ACTOR =
  /^((user|admin)\/\d{1,10}|registrar|payouts|sentinel|demo|chain\/[A-Z0-9]{1,16}|feed\/[A-Za-z0-9_.-]{1,32})$/;
const CLIENT_ID = /^[A-Za-z0-9_-]{1,36}$/;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;
const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok', 'post_only'] as const;
const SELF_TRADES = ['cancel_taker', 'cancel_maker', 'cancel_both'] as const;
const STATES = ['open', 'cancel_only', 'closed', 'maintenance'] as const;
const CONTRACT_STATES = [...STATES, 'close_only'] as const;
const PRICE_KINDS = ['last', 'mark'] as const;
const POSITIONS = ['long', 'short'] as const;
const SALES = ['open', 'closed'] as const;
const MINING_PAYOUTS = ['daily', 'end'] as const;
const MINING_REBATES = ['none', 'purchase', 'income'] as const;
const RENEWALS = ['on', 'off'] as const;
const FUNDINGS = ['fund', 'release'] as const;
const DIRECTIONS = ['up', 'down'] as const;
const GATES = ['open', 'suspended'] as const;

/**
 * What a field must be; with `?` it may be absent. An amount is digits in the file and a bigint in the core. A list of words is a
 * choice.
 */
type Code =
  | 'integer'
  | 'integer?'
  | 'amount'
  | 'amount?'
  | 'text'
  | 'text?'
  | 'integers'
  | 'integers?'
  | 'amounts'
  | 'amounts?'
  | 'account?'
  | 'price?'
  | readonly string[]
  | ListOf;
/** A list of objects with these fields. */
interface ListOf {
  each: Fields;
}
type Fields = Readonly<Record<string, Code>>;
type FieldsOf<T> = Readonly<Record<Exclude<keyof T, 'type'>, Code>>;
/** Follow-ups are the core's own. */
type FromOutside = Exclude<Command, FollowUp>;

const SOURCE_QUOTE: Fields = { source: 'text', price: 'integer', at: 'integer' };
const QUOTE_AMEND: FieldsOf<QuoteAmend> = { order: 'integer', price: 'integer?', quantity: 'integer?' };
const ATTACHED = {
  takeProfit: 'integer?',
  takeProfitBy: 'price?',
  stopLoss: 'integer?',
  stopLossBy: 'price?',
} as const;
const QUOTE_PLACE: FieldsOf<QuotePlace> = { side: SIDES, price: 'integer', quantity: 'integer' };

/** A command or a field without its place does not compile. */
const FIELDS: {
  readonly [T in FromOutside['type']]: FieldsOf<CommandOf<T>>;
} = {
  ListAsset: { asset: 'text', scale: 'integer', withdrawalFee: 'amount', withdrawalMin: 'amount', fiat: 'integer?' },
  ListMarket: {
    market: 'text',
    base: 'text',
    quote: 'text',
    tick: 'text',
    lot: 'text',
    quantityMin: 'integer',
    quantityMax: 'integer',
    notionalMin: 'amount',
    priceLowest: 'integer',
    priceHighest: 'integer',
    makerFeesPpb: 'integers',
    takerFeesPpb: 'integers',
    makerFeesFixed: 'amounts?',
    takerFeesFixed: 'amounts?',
    openOrdersMax: 'integer',
    referencePrice: 'integer',
    bandPpb: 'integer',
  },
  SetMarketState: { market: 'text', state: STATES },
  ChangeMarketTerms: {
    market: 'text',
    from: 'integer?',
    reason: 'text',
    quantityMin: 'integer?',
    quantityMax: 'integer?',
    notionalMin: 'amount?',
    priceLowest: 'integer?',
    priceHighest: 'integer?',
    makerFeesPpb: 'integers?',
    takerFeesPpb: 'integers?',
    openOrdersMax: 'integer?',
    referencePrice: 'integer?',
    bandPpb: 'integer?',
    makerFeesFixed: 'amounts?',
    takerFeesFixed: 'amounts?',
  },
  ChangeAssetTerms: {
    asset: 'text',
    from: 'integer?',
    reason: 'text',
    withdrawalFee: 'amount?',
    withdrawalMin: 'amount?',
  },
  SetAssetState: {
    asset: 'text',
    trading: ['open', 'maintenance'],
    deposits: GATES,
    withdrawals: GATES,
    reason: 'text',
  },
  RegisterMember: { user: 'integer', registration: 'text?', inviter: 'integer?' },
  VerifyMember: { user: 'integer', document: 'text?' },
  NameInviter: { user: 'integer', inviter: 'integer' },
  NameDocument: { user: 'integer', document: 'text' },
  EraseMember: { user: 'integer' },
  FreezeAccount: { user: 'integer', reason: 'text' },
  UnfreezeAccount: { user: 'integer', reason: 'text' },
  RecoverAccount: { user: 'integer', request: 'integer' },
  AssignFeeTier: { user: 'integer', tier: 'integer', until: 'integer?' },
  SetFeeTiers: { product: FEE_PRODUCTS, from: 'integer?', volumes: 'amounts', reason: 'text' },
  CreditRecharge: { user: 'integer', asset: 'text', amount: 'amount', reference: 'text', name: 'text?' },
  TransferFunds: { user: 'integer', asset: 'text', from: ACCOUNT_KINDS, to: ACCOUNT_KINDS, amount: 'amount' },
  SetRechargeTerms: { asset: 'text', chain: 'text', minimum: 'amount', confirmations: 'integer' },
  AssignDepositAddress: { user: 'integer', chain: 'text', index: 'integer', address: 'text' },
  ObserveRecharge: {
    user: 'integer',
    asset: 'text',
    chain: 'text',
    reference: 'text',
    address: 'text?',
    amount: 'amount',
    dust: 'text?',
    confirmations: 'integer',
    provisional: 'integer?',
    aloneUpTo: 'amount?',
    aloneCoinUpTo: 'amount?',
    aloneAllUpTo: 'amount?',
  },
  RetractRecharge: { reference: 'text' },
  FinalizeRecharge: { reference: 'text' },
  RevertRecharge: { reference: 'text', reason: 'text' },
  ApplyWithdrawal: {
    user: 'integer',
    asset: 'text',
    amount: 'amount',
    chain: 'text?',
    address: 'text?',
    card: 'integer?',
    beneficiary: 'text?',
    limit: 'amount?',
    delay: 'integer?',
    fee: 'amount?',
  },
  SetWithdrawalReview: { secondApprovalAbove: 'amount' },
  StopWithdrawals: {
    comparison: 'text',
    subject: 'text',
    asset: 'text',
    expected: 'amount',
    found: 'amount',
  },
  LiftWithdrawals: { upTo: 'integer', reason: 'text' },
  ApproveWithdrawal: { withdrawal: 'integer' },
  StartPayout: { withdrawal: 'integer' },
  SubmitPayout: { withdrawal: 'integer', key: 'text' },
  FailPayout: { withdrawal: 'integer', key: 'text', reason: 'text' },
  PayWithdrawal: { withdrawal: 'integer', reference: 'text', name: 'text?' },
  RejectWithdrawal: { withdrawal: 'integer', reason: 'text' },
  CancelWithdrawal: { user: 'integer', withdrawal: 'integer' },
  FreezeFunds: {
    user: 'integer',
    asset: 'text',
    amount: 'amount',
    account: 'account?',
    reason: 'text',
    reference: 'text?',
  },
  UnfreezeFunds: { hold: 'integer', reason: 'text' },
  FundHouse: { asset: 'text', amount: 'amount', reference: 'text?', reason: 'text' },
  SetOptionTerms: {
    symbol: 'text',
    asset: 'text',
    amountMin: 'amount',
    amountMax: 'amount',
    sideMax: 'amount',
    totalMax: 'amount',
    userMax: 'amount',
    levelsUserMax: 'amount',
    durationsMs: 'integers',
    payoutsPpb: 'integers',
    feesPpb: 'integers',
    feeAmounts: 'amounts',
    reason: 'text',
  },
  SetOptionState: { symbol: 'text', state: SALES, reason: 'text' },
  FundOptions: { asset: 'text', act: FUNDINGS, amount: 'amount', reason: 'text' },
  SetFinancialTerms: {
    product: 'text',
    name: 'text',
    asset: 'text',
    termDays: 'integer',
    annualRatePpb: 'integer',
    quota: 'amount',
    amountMin: 'amount',
    userMax: 'amount',
    reason: 'text',
  },
  SetFinancialState: { product: 'text', state: SALES, reason: 'text' },
  FundFinancial: { asset: 'text', act: FUNDINGS, amount: 'amount', reason: 'text' },
  BuyFinancial: { user: 'integer', product: 'text', amount: 'amount', renew: RENEWALS },
  CancelFinancial: { user: 'integer', purchase: 'integer' },
  LeaveFinancial: { user: 'integer', purchase: 'integer' },
  SetFinancialRenewal: { user: 'integer', purchase: 'integer', renew: RENEWALS },
  SetMiningTerms: {
    product: 'text',
    name: 'text',
    asset: 'text',
    incomeAsset: 'text',
    termDays: 'integer',
    dailyRatePpb: 'integer',
    payout: MINING_PAYOUTS,
    rebate: MINING_REBATES,
    rebatePpb: 'integer',
    quota: 'amount',
    amountMin: 'amount',
    amountMax: 'amount',
    reason: 'text',
  },
  SetMiningState: { product: 'text', state: SALES, reason: 'text' },
  BuyMining: { user: 'integer', product: 'text', amount: 'amount' },
  SetRobotTerms: { market: 'text', state: SALES, amountMin: 'amount', userMax: 'amount', reason: 'text' },
  IssueRobotKey: { user: 'integer', hash: 'text', reason: 'text' },
  RevokeRobotKey: { user: 'integer', reason: 'text' },
  StartRobot: {
    user: 'integer',
    market: 'text',
    amount: 'amount',
    lower: 'integer',
    upper: 'integer',
    lines: 'integer',
    lossLimitPpb: 'integer',
    keyHash: 'text',
  },
  StopRobot: { user: 'integer', robot: 'integer', reason: 'text?' },
  SetReferralTerms: { from: 'integer?', level1Ppb: 'integer', level2Ppb: 'integer', reason: 'text' },
  BuyOption: {
    user: 'integer',
    symbol: 'text',
    direction: DIRECTIONS,
    stake: 'amount',
    durationMs: 'integer',
    startsAt: 'integer?',
    takeProfit: 'integer?',
    stopLoss: 'integer?',
  },
  CancelOption: { user: 'integer', contract: 'integer' },
  SetOptionLimit: { user: 'integer', asset: 'text', amount: 'amount?' },
  FundInsurance: { asset: 'text', amount: 'amount', reason: 'text' },
  PlaceOrder: {
    user: 'integer',
    market: 'text',
    side: SIDES,
    kind: KINDS,
    timeInForce: TIMES_IN_FORCE,
    selfTrade: SELF_TRADES,
    price: 'integer?',
    quantity: 'integer?',
    quoteAmount: 'amount?',
    trigger: 'integer?',
  },
  AmendOrder: { user: 'integer', order: 'integer', price: 'integer?', quantity: 'integer?' },
  CancelOrder: { user: 'integer', order: 'integer' },
  CancelAllOrders: { user: 'integer', market: 'text' },
  SetIndexTerms: {
    symbol: 'text',
    decimals: 'integer',
    sourceStaleMs: 'integer',
    staleMs: 'integer',
    sourcesMin: 'integer',
    reason: 'text',
  },
  PublishIndex: { prices: { each: { symbol: 'text', sources: { each: SOURCE_QUOTE } } } },
  PublishSeed: { day: 'integer', hash: 'text' },
  RevealSeed: { day: 'integer', seed: 'text' },
  TellStaffRules: {
    waitMs: 'integer',
    newcomerMs: 'integer',
    openMs: 'integer',
    confirmationsMin: 'integer',
    reviewAboveMax: 'amount',
    byHandDayMax: 'amount',
    earnRatePpbMax: 'integer',
    endNoticeMs: 'integer',
  },
  TellStaff: {
    staff: { each: { user: 'integer', role: ['auditor', 'admin'], rights: 'text' } },
    limits: { each: { bindings: 'integer', limit: 'amount' } },
    settings: { each: { name: 'text', hash: 'text' } },
  },
  SetDailyLimit: { bindings: 'integer', limit: 'amount' },
  SetOverdueHours: { wait: OVERDUE_WAITS, hours: 'integer' },
  SetDeskSetting: { name: 'text', hash: 'text' },
  ImportStatement: {
    asset: 'text',
    lines: { each: { way: ['in', 'out'], reference: 'text', amount: 'amount', name: 'text' } },
  },
  NameStaff: { user: 'integer' },
  SetStaff: { user: 'integer', role: STAFF_ROLES, rights: 'text', until: 'integer?', scope: 'text?', reason: 'text' },
  ConfirmStaff: { proposal: 'integer' },
  DeclineStaff: { proposal: 'integer', reason: 'text' },
  RestoreStaff: { user: 'integer', request: 'text' },
  KeepStaffAct: { act: 'integer' },
  ListPerpetualMarket: {
    market: 'text',
    base: 'text',
    quote: 'text',
    tick: 'text',
    multiplier: 'text',
    quantityMin: 'integer',
    quantityMax: 'integer',
    notionalMin: 'amount',
    priceLowest: 'integer',
    priceHighest: 'integer',
    makerFeesPpb: 'integers',
    takerFeesPpb: 'integers',
    openOrdersMax: 'integer',
    referencePrice: 'integer',
    priceLimitPpb: 'integer',
    index: 'text',
    tierCaps: 'amounts',
    tierLeverages: 'integers',
    tierRatesPpb: 'integers',
    fundingIntervalMs: 'integer',
    fundingCapPpb: 'integer',
    openInterestMax: 'amount',
    impactNotional: 'amount',
  },
  SetPerpetualMarketState: { market: 'text', state: CONTRACT_STATES },
  SetLeverage: { user: 'integer', market: 'text', leverage: 'integer' },
  SetPositionMode: { user: 'integer', market: 'text', mode: ['hedge', 'one_way'] },
  SetMarginMode: { user: 'integer', market: 'text', mode: ['isolated', 'cross'] },
  PlacePerpetualOrder: {
    user: 'integer',
    market: 'text',
    position: POSITIONS,
    act: ['open', 'close'],
    kind: KINDS,
    timeInForce: TIMES_IN_FORCE,
    selfTrade: SELF_TRADES,
    price: 'integer?',
    quantity: 'integer',
    trigger: 'integer?',
    triggerBy: 'price?',
    ...ATTACHED,
  },
  PlaceStop: {
    user: 'integer',
    market: 'text',
    position: POSITIONS,
    kind: ['take_profit', 'stop_loss', 'trailing'],
    trigger: 'integer?',
    callbackTicks: 'integer?',
    callbackBp: 'integer?',
    triggerBy: PRICE_KINDS,
    price: 'integer?',
    quantity: 'integer?',
  },
  AmendStop: { user: 'integer', stop: 'integer', trigger: 'integer?', price: 'integer?', quantity: 'integer?' },
  CloseAllPositions: { user: 'integer', market: 'text?' },
  ReversePosition: { user: 'integer', market: 'text', position: POSITIONS },
  CancelStop: { user: 'integer', stop: 'integer' },
  AmendPerpetualOrder: {
    user: 'integer',
    order: 'integer',
    price: 'integer?',
    quantity: 'integer?',
    trigger: 'integer?',
    ...ATTACHED,
  },
  AdjustMargin: { user: 'integer', market: 'text', position: POSITIONS, act: ['add', 'take'], amount: 'amount' },
  LockPosition: { position: 'integer', reason: 'text' },
  UnlockPosition: { position: 'integer', reason: 'text' },
  ChangePerpetualTerms: {
    market: 'text',
    reason: 'text',
    from: 'integer?',
    tierCaps: 'amounts?',
    tierLeverages: 'integers?',
    tierRatesPpb: 'integers?',
    fundingCapPpb: 'integer?',
    openInterestMax: 'amount?',
    impactNotional: 'amount?',
  },
  CallOffPerpetualEnd: { market: 'text', reason: 'text' },
  EndPerpetualMarket: { market: 'text', reason: 'text', endsAt: 'integer' },
  QuoteMarket: {
    user: 'integer',
    market: 'text',
    cancels: 'integers',
    amends: { each: QUOTE_AMEND },
    places: { each: QUOTE_PLACE },
  },
};

/** @throws naming the line and what is wrong with it */
export function readCommandLine(line: string, number: number): TimedCommand {
  try {
    return timedCommandOf(parsed(line));
  } catch (error) {
    throw new Error(`line ${number}: ${(error as Error).message}`, { cause: error });
  }
}

function timedCommandOf(line: unknown): TimedCommand {
  if (!isObject(line)) throw new Error('is not an object');
  const { at, actor, clientId, command } = line;
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) {
    throw new Error('"at" is not a time in milliseconds');
  }
  if (typeof actor !== 'string' || !ACTOR.test(actor))
    throw new Error('"actor" is not user/<id>, admin/<id>, registrar, chain/<name>, feed/<name>, payouts or demo');
  if (clientId !== undefined && (typeof clientId !== 'string' || !CLIENT_ID.test(clientId))) {
    throw new Error('"clientId" is not valid');
  }
  if (!isObject(command)) throw new Error('"command" is not an object');
  return { at, envelope: { actor: actor as Actor, clientId, command: commandOf(command) } };
}

function commandOf({ type, ...given }: Record<string, unknown>): Command {
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) throw new Error('"type" is not that of a command');
  return { type, ...readFields(type, given, FIELDS[type as FromOutside['type']]) } as unknown as Command;
}

function readFields(what: string, given: Record<string, unknown>, codes: Fields): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, code] of Object.entries(codes)) {
    if (given[name] !== undefined) fields[name] = readField(name, given[name], code);
    else if (typeof code !== 'string' || !code.endsWith('?')) throw new Error(`${what} lacks "${name}"`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(codes, name));
  if (unknown !== undefined) throw new Error(`${what} has no "${unknown}"`);
  return fields;
}

function readField(name: string, value: unknown, code: Code): unknown {
  if (typeof code === 'object' && 'each' in code) {
    if (!Array.isArray(value) || !value.every(isObject)) throw new Error(`"${name}" is not a list of objects`);
    return value.map((one: Record<string, unknown>) => readFields(`"${name}"`, one, code.each));
  }
  if (typeof code !== 'string') {
    if (!code.includes(value as string)) throw new Error(`"${name}" is none of ${code.join(', ')}`);
    return value;
  }
  switch (code) {
    case 'account?':
      return readField(name, value, ACCOUNT_KINDS);
    case 'price?':
      return readField(name, value, PRICE_KINDS);
    case 'amount':
    case 'amount?':
      if (!isDigits(value)) throw new Error(`"${name}" is not a string of digits`);
      return BigInt(value);
    case 'amounts':
    case 'amounts?':
      if (!Array.isArray(value) || !value.every(isDigits))
        throw new Error(`"${name}" is not a list of strings of digits`);
      return value.map(BigInt);
    case 'integer':
    case 'integer?':
      if (!Number.isSafeInteger(value)) throw new Error(`"${name}" is not a whole number`);
      return value;
    case 'integers':
    case 'integers?':
      if (!Array.isArray(value) || !value.every(Number.isSafeInteger)) {
        throw new Error(`"${name}" is not a list of whole numbers`);
      }
      return value;
    case 'text':
    case 'text?':
      if (typeof value !== 'string') throw new Error(`"${name}" is not text`);
      return value;
  }
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,30}$/.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('is not JSON');
  }
}
