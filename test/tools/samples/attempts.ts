/**
 * Random commands of an attacker, created from the rows of all staff commands. New commands are included automatically;
 * a new field needs values here.
 */
import { COMMANDS } from '../../../server/products/core';
import type { Command, CommandType } from '../../../server/core/command';
import type { Message } from '../../../server/core/messages/message';
import type { StaffRule } from '../../../server/core/staff/rule';
import type { CoreState } from '../../../server/core/state';
import { ALICE, BOB, BTC_USDT, CAROL, DAVE } from '../fixtures/core-fixture';
import { BTC_PERP, changeTerms } from '../fixtures/perpetual-fixture';
import { financialTerms } from '../fixtures/financial-fixture';
import { miningTerms } from '../fixtures/mining-fixture';
import { TERMS as OPTION_TERMS, termsOf } from '../fixtures/option-fixture';
import { robotTerms } from '../fixtures/robot-fixture';
import { FIRST_ID, NAME, SECOND_ID, THIRD_ID } from '../fixtures/staff-fixture';

type Told = Readonly<{ message: Message; staff?: StaffRule<never> }>;
type Draft = Record<string, unknown>;
/** The value chosen before for another field. */
const draftText = (draft: Draft, field: string): string => {
  const value = draft[field];
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
};
type Values = readonly unknown[] | ((draft: Draft, state: CoreState) => readonly unknown[]);

/** All commands that staff can send. */
export const STAFF_COMMAND_TYPES = (Object.keys(COMMANDS) as CommandType[]).filter(
  (type) => (COMMANDS[type] as Told).staff !== undefined,
);

const DAY = 86_400_000;
const ABSENT = undefined;
const SMALL = [0n, 1n, 5n, 99n, 1_000n, 1_000_000n];
const PPB = [0, 1, 1_000_000, 1_000_000_000];
const LISTED = { ...BTC_USDT, ...BTC_PERP, ...OPTION_TERMS } as Readonly<Record<string, unknown>>;
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const inMarket = (place: number) => (draft: Draft) => [draftText(draft, 'market').split('-')[place]];
const later = (_: Draft, { at }: CoreState) => [ABSENT, at + DAY, at + 9 * DAY];

/** By field, or by command and field if the field has another meaning there. */
const VALUES: Readonly<Record<string, Values>> = {
  user: [ALICE, BOB, CAROL, DAVE, FIRST_ID, SECOND_ID, THIRD_ID],
  asset: ['BTC', 'ETH', 'USDT', 'USD', 'DOGE'],
  market: (_, { markets }) => [...markets.keys(), 'ETH-USD', 'ETH-BTC'],
  base: inMarket(0),
  quote: inMarket(1),
  symbol: ['BTC-USDT', 'ETH-USDT'],
  index: (draft) => [`${draftText(draft, 'base')}-${draftText(draft, 'quote')}`],
  chain: ['BTC', 'ERC20', 'ETH'],
  reason: ['it has to be'],
  reference: (_, { wallet }) => [...[...wallet.statement.values()].map((line) => line.reference), 'own/1', 'made/up'],
  name: [NAME],
  // The document of the photos that the user submitted, which staff cannot choose.
  document: (draft) => [ABSENT, draftText(draft, 'user').padStart(64, '0')],
  hash: ['cc'.repeat(32)],
  amount: [1n, 5n, 700n, 700n],
  minimum: SMALL,
  confirmations: [1, 2, 11, 12, 13, 9_999],
  secondApprovalAbove: [0n, 1n, 10n ** 12n, 10n ** 13n],
  bindings: [0, 1, 2],
  limit: SMALL,
  wait: ['feedback', 'verification'],
  hours: [1, 24, 48, 700],
  withdrawal: upTo(6),
  hold: upTo(20),
  order: (draft, { orders }) => [
    1,
    ...[...orders.values()].filter((one) => one.user === draft['user']).map(({ id }) => id),
  ],
  position: upTo(6),
  robot: [1, 2],
  'StopRobot.user': [BOB],
  'EndPerpetualMarket.market': [BTC_PERP.market],
  'CreditRecharge.asset': ['USD', 'USD', 'USDT'],
  'CreditRecharge.amount': [700n, 700n, 701n],
  'CreditRecharge.index': [ABSENT, ABSENT, ABSENT, 0],
  // Only the server decides the maximum for a single node.
  'CreditRecharge.aloneUpTo': [ABSENT, ABSENT, 0n, 10n ** 12n],
  'CreditRecharge.nodes': [ABSENT, 1, 2],
  'CreditRecharge.reference': (_, { wallet }) => [
    'own/1',
    ...[...wallet.statement.values()].slice(0, 2).map((line) => line.reference),
  ],
  'CancelOrder.user': [ALICE, BOB],
  'CancelAllOrders.user': [ALICE, BOB],
  'UnlockPosition.position': (_, { locks }) => [1, ...locks.locked.keys()],
  'SetRobotTerms.market': ['BTC-USDT', 'ETH-USDT'],
  'SetRobotTerms.userMax': [10n ** 6n, 10n ** 9n],
  proposal: (_, { staff: { next } }) => upTo(next),
  request: [1],
  upTo: [1, 2],
  tier: [0, 1, 2],
  account: [ABSENT, 'spot', 'contract', 'option', 'financial'],
  state: ['open', 'cancel_only', 'closed', 'maintenance'],
  trading: ['open', 'open', 'maintenance'],
  deposits: ['open', 'suspended'],
  withdrawals: ['open', 'suspended'],
  role: ['user', 'auditor', 'admin'],
  rights: ['', 'users', 'users verification recharges withdrawals markets settings content staff'],
  until: later,
  from: later,
  scope: [ABSENT],
  endsAt: (_, { at }) => [at + 8 * DAY],
  product: ['USDT-7', 'USDT-5', 'BTC-3', 'spot'],
  act: ['fund', 'release'],
  fiat: [ABSENT, 1],
  scale: [8],
  makerFeesFixed: [ABSENT],
  takerFeesFixed: [ABSENT],
  lines: (_, { position }) => [[{ way: 'in', reference: `made/${position}`, amount: 700n, name: NAME }]],
  volumes: [[0n, 5n], [0n]],
  durationsMs: [OPTION_TERMS.durationsMs],
  payoutsPpb: [OPTION_TERMS.payoutsPpb],
  feesPpb: [OPTION_TERMS.feesPpb],
  feeAmounts: [OPTION_TERMS.feeAmounts],
  payout: ['daily', 'end'],
  rebate: ['income', 'purchase'],
  termDays: [1, 7],
  incomeAsset: ['USDT'],
  quota: SMALL,
  sourcesMin: [1, 2, 3],
  sourceStaleMs: [5_000],
  staleMs: [10_000],
  decimals: [1, 2],
  fundingIntervalMs: [3_600_000, 28_800_000],
  'SetPerpetualMarketState.state': ['open', 'close_only', 'closed', 'maintenance', 'cancel_only'],
  'KeepStaffAct.act': (_, { staff: { nextAct } }) => upTo(nextAct),
  'SetDeskSetting.name': ['bank.USD', 'config.custom_line'],
  'SetFeeTiers.product': ['spot', 'perpetual'],
  'SetOptionState.state': ['open', 'closed'],
  'SetFinancialState.state': ['open', 'closed'],
  'SetMiningState.state': ['open', 'closed'],
  'SetRobotTerms.state': ['open', 'closed'],
  'ListPerpetualMarket.market': ['BTC-USDT-PERP', 'ETH-USDT-PERP', 'ETH-BTC-PERP'],
  'FreezeFunds.reference': [ABSENT],
  // Without staff members, because freezing a colleague ends the attack: both are frozen, or nothing happens.
  'FreezeAccount.user': [ALICE, BOB, CAROL, DAVE],
};

/** For a field without values of its own: its value in listings, and some more. */
function valuesOf(type: string, field: string, draft: Draft, state: CoreState): readonly unknown[] {
  const own = VALUES[`${type}.${field}`] ?? VALUES[field];
  if (own) return typeof own === 'function' ? own(draft, state) : own;
  if (field.endsWith('Ppb') && !Array.isArray(LISTED[field])) return field in LISTED ? [LISTED[field], ...PPB] : PPB;
  if (field in LISTED) return [LISTED[field]];
  if (/(Max|Min|Fee)$/.test(field)) return SMALL;
  throw new Error(`${type}: ${field} has no values to try`);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function oneOf<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)];
}

/** Valid terms with one changed field, because random values rarely fit together. */
const EXAMPLES: { readonly [T in CommandType]?: Command } = Object.fromEntries(
  [
    ...[financialTerms(), miningTerms(), robotTerms(), termsOf()].map(({ command }) => command),
    changeTerms({ fundingCapPpb: 1 }).command,
    { ...BTC_PERP, tick: '0.01', openInterestMax: 100n },
  ].map((command) => [command.type, command]),
);

/** A command of this type. Changes omit some fields, because only named fields change. */
export function randomCommand(type: CommandType, state: CoreState, random: () => number): Command {
  const draft: Draft = { type };
  const fields = Object.keys((COMMANDS[type] as Told).message.fields);
  const like = EXAMPLES[type];
  if (like && random() < 0.8) {
    const field = oneOf(random, fields);
    return { ...like, [field]: oneOf(random, valuesOf(type, field, { ...like }, state)) };
  }
  for (const field of fields) {
    const isLeftOut = type.startsWith('Change') && !['market', 'asset', 'reason'].includes(field) && random() < 0.7;
    const value = isLeftOut ? ABSENT : oneOf(random, valuesOf(type, field, draft, state));
    if (value !== undefined) draft[field] = value;
  }
  return draft as unknown as Command;
}
