/**
 * Fills an empty exchange with assets, markets and users, through the same commands and services as everybody. Every step
 * has a client id of its own or is refused when it was done before, so a start that was killed in the middle goes on
 * where it was; once it is through, further starts change nothing.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Application } from '../application';
import { WHOLE_SCOPE } from '../../shared/rules/audit-scope';
import { Accounts } from '../products/identity/api/account/accounts';
import { hashOfRobotKey } from '../products/robot/api/robot-key';
import { RobotKeys } from '../products/robot/api/robot-keys';
import { bankSetting } from '../platform/staff-settings';
import { PhotoStore } from '../products/identity/api/verification/photo-store';
import { Submissions } from '../products/identity/api/verification/submissions';
import { SecondFactors } from '../platform/auth/factors/second-factors';
import { Users } from '../platform/auth/users';
import type { UserRow } from '../platform/database/exchange-tables';
import type { Command } from '../core/command';
import { FEE_PRODUCTS } from '../core/fees/state';
import { availableIn } from '../core/ledger/ledger';
import type { Config } from '../platform/config/config';
import { DEMO_OPTIONS, OPTION_FUNDS } from './past/options';
import { DEMO_INVITERS, demoUsers, simulatedTraders, type DemoUser } from './demo-users';
import type { Traders } from './past/desk';
import { prove } from './past/documents';
import { payHouse, type HousePayments } from './past/house-payments';
import { DEMO_MINING, MINING_FUNDS } from './past/mining';
import { showPublicFace } from './public-face';
import { DEMO_ROBOTS } from './at-work/robots';
import { DEMO_SAVINGS, SAVINGS_FUNDS } from './past/savings';
import { Steps, type Act } from './steps';
import { planContractTopUps, planOptionTopUps, planSavingsTopUps } from './at-work/top-up';
import { DEMO_BANK, seedWallets, type WalletOwner } from './past/wallets';
import {
  CONTRACT_FUNDS,
  DEMO_ASSETS,
  DEMO_CHAINS,
  DEMO_FEE_VOLUMES,
  DEMO_FUNDS,
  DEMO_INDEX,
  DEMO_MARKETS,
  DEMO_PERPETUALS,
  INSURANCE_FUND,
  DEMO_REFERRAL,
  MAKER_FUNDS,
  TAKER_FUNDS,
  type Funds,
} from './past/listings';

export interface SeededDemo {
  traders: Traders;
  /** The listed users: the first gets a past. */
  alice: WalletOwner;
  bob: WalletOwner;
  admins: readonly [admin: number, second: number];
}

/** From before the markets opened. */
export interface EarlyPast {
  /** Beside the rest of the seeding, as soon as there are assets. */
  differ: () => Promise<void>;
  /** At the end of the seeding. */
  save: (alice: number, steps: Steps) => Promise<void>;
}
const NO_PAST: EarlyPast = { differ: async () => undefined, save: async () => undefined };

export async function seedDemo(
  { nest, exchange }: Pick<Application, 'nest' | 'exchange'>,
  config: Pick<Config, 'dataDir'>,
  say: (line: string) => void,
  past: EarlyPast = NO_PAST,
): Promise<SeededDemo> {
  const listed = demoUsers(config.dataDir);
  const simulated = simulatedTraders(config.dataDir);
  const ids = new Map<string, number>();
  for (const user of [...listed, ...simulated]) {
    const inviter = ids.get(DEMO_INVITERS[user.email] ?? '') ?? null;
    const { id } = await ensureUser(nest.get(Accounts), nest.get(Users), user, inviter);
    ids.set(user.email, id);
    if (user.authenticator !== undefined) await nest.get(SecondFactors).equip(id, user.authenticator);
  }
  const idOf = ({ email }: DemoUser): number => ids.get(email) as number;
  const [admin, second] = listed.filter(({ role }) => role === 'admin');
  const owners = listed.filter(({ role }) => role === 'user').map((user) => ({ ...user, id: idOf(user) }));
  const [alice, bob] = owners;
  if (!second || !bob) throw new Error('demo-users.json names fewer than two admins or two users');

  const commands = nest.get(CommandBus);
  const registry = { commands, submissions: nest.get(Submissions), photos: nest.get(PhotoStore) };
  const seededMark = path.join(config.dataDir, 'demo-seeded');
  const isSeeded = existsSync(seededMark);
  const admins = [idOf(admin), idOf(second)] as const;
  const steps = new Steps({ commands, engine: exchange.engine, admins, isVisited: isSeeded, say });
  const { act } = steps;
  for (const one of admins) await nameAdmin(exchange.engine, one);
  // Before anybody has anything: from then on what two decide takes its time.
  for (const { role, email } of listed) {
    if (role === 'auditor') await makeAuditor(act, exchange.engine, ids.get(email) as number, exchange.clock());
  }
  let differing: Promise<Error | null> = Promise.resolve(null);
  if (!isSeeded) {
    await listEverything(act, exchange.engine);
    await setBank(act);
  }
  const house = await payHouse(exchange.chains, config.dataDir);
  if (!isSeeded) {
    differing = past.differ().then(
      () => null,
      (error: Error) => error,
    );
  }
  const decide = (setting: { name: string; text: string }, id: string) => act('SetDeskSetting', setting, id);
  await showPublicFace({ nest, exchange }, decide, config.dataDir);
  await indexEverything(act, exchange.engine);
  // Open interest is bounded by the fund.
  await insurePerpetuals(act, config.dataDir, house);
  await listPerpetuals(act, exchange.engine);
  await setFeeTiers(act, exchange.engine);
  await setReferralRates(act, exchange.engine);
  await sellOptions(act, exchange.engine, config.dataDir, house);
  await sellSavings(act, exchange.engine, config.dataDir, house);
  await offerMining(act, exchange.engine, config.dataDir, house);
  await offerRobots(act, config.dataDir);
  const [maker, ...takers] = simulated.map(idOf);
  for (const trader of [maker, ...takers]) await verify(act, exchange.engine, trader);
  // With the database lost they are new users once more, and have nothing.
  for (const owner of owners) await issueRobotKey(act, { nest, exchange }, owner);
  const newcomers = owners.filter(({ id }) => !isSeeded || !isVerifiedMember(exchange.engine, id));
  for (const owner of newcomers) {
    const isVerified = isVerifiedMember(exchange.engine, owner.id);
    if (!isVerified) {
      await fund(act, owner.id, DEMO_FUNDS);
      await equipForContracts(steps, exchange.engine, owner.id, CONTRACT_FUNDS.visitor);
      const toOptions = planOptionTopUps(exchange.engine.state(), owner.id, OPTION_FUNDS.visitor);
      await steps.submit(owner.id, toOptions);
      const toSavings = planSavingsTopUps(exchange.engine.state(), owner.id, SAVINGS_FUNDS.visitor);
      await steps.submit(owner.id, toSavings);
    }
    const person = { userId: owner.id, name: realNameOf(owner) };
    await steps.unlessRefused('ApproveVerification', () => prove(registry, idOf(admin), person, isVerified));
  }
  if (newcomers.length > 0) await seedWallets({ nest, exchange }, owners);
  const fault = await differing;
  if (fault) throw fault;
  if (!isSeeded) await past.save(alice.id, steps);
  // From here on the exchange is its staff's: what they close stays closed.
  if (!isSeeded) writeFileSync(seededMark, '');
  const toSpot = (user: number) => tradeAll(steps, exchange.engine, user);
  await equip(act, exchange.engine, maker, MAKER_FUNDS, toSpot);
  for (const taker of takers) await equip(act, exchange.engine, taker, TAKER_FUNDS, toSpot);
  await equipForContracts(steps, exchange.engine, maker, CONTRACT_FUNDS.maker);
  for (const taker of takers) await equipForContracts(steps, exchange.engine, taker, CONTRACT_FUNDS.taker);
  say('demo users (also in demo-users.json of the data directory):');
  for (const { role, email, password, fundPassword, robotKey } of listed) {
    const fund = fundPassword === undefined ? '' : `  fund password ${fundPassword}`;
    const key = robotKey === undefined ? '' : `  robot key ${robotKey}`;
    say(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}${fund}${key}`);
  }
  return { traders: { maker, takers }, alice, bob, admins };
}

async function ensureUser(
  accounts: Accounts,
  users: Users,
  { email, password, role }: DemoUser,
  invitedBy: number | null,
): Promise<UserRow> {
  // Registration repeats itself under the same client id; a row alone, without its member, is completed by it.
  const clientId = 'demo-register';
  const known = await users.byEmail(email);
  if (known?.isMember === 1) return known;
  const nickName = email.slice(0, email.indexOf('@'));
  return (await accounts.register({ email, password, nickName, clientId, role, invitedBy })).user;
}

/** The engine's state: what an earlier start has done is there before any view has caught up. */
type Engine = Application['exchange']['engine'];

async function listEverything(act: Act, engine: Engine): Promise<void> {
  const { assets, markets } = engine.state();
  for (const listing of DEMO_ASSETS) {
    if (!assets.has(listing.asset)) await act('ListAsset', listing, `demo-asset-${listing.asset}`);
  }
  for (const listing of DEMO_MARKETS) {
    const { market } = listing;
    if (!markets.has(market)) await act('ListMarket', listing, `demo-market-${market}`);
  }
  for (const terms of DEMO_CHAINS) {
    const { asset, chain } = terms;
    const isKnown = engine.state().wallet.rechargeTerms.has(`${asset}/${chain}`);
    if (!isKnown) await act('SetRechargeTerms', terms, `demo-chain-${asset}-${chain}`);
  }
  for (const { market } of DEMO_MARKETS) {
    const isClosed = engine.state().markets.get(market)?.state === 'closed';
    if (isClosed) await act('SetMarketState', { market, state: 'open' }, `demo-open-${market}`);
  }
}

/** Also what an older start has listed, when nothing had an index yet. Terms that staff have changed stay as they are. */
async function indexEverything(act: Act, engine: Engine): Promise<void> {
  for (const terms of DEMO_INDEX) {
    const isKnown = engine.state().index.symbols.has(terms.symbol);
    if (!isKnown) await act('SetIndexTerms', terms, `demo-index-${terms.symbol}`);
  }
}

/** Also on an exchange that began before there were any. What was open once and is not stays so. */
async function listPerpetuals(act: Act, engine: Engine): Promise<void> {
  for (const listing of DEMO_PERPETUALS) {
    const { market } = listing;
    const { markets, perpetual } = engine.state();
    if (!markets.has(market)) await act('ListPerpetualMarket', listing, `demo-market-${market}`);
    if (perpetual.contracts.get(market)?.openedAt === 0) {
      await act('SetPerpetualMarketState', { market, state: 'open' }, `demo-open-${market}`);
    }
  }
}

/** Once, also on an exchange that began before: with nothing in the fund the first liquidation beyond a margin alarms. */
async function insurePerpetuals(act: Act, dataDir: string, house: HousePayments): Promise<void> {
  const mark = path.join(dataDir, 'demo-insured');
  if (existsSync(mark)) return;
  const money = { asset: 'USDT', amount: INSURANCE_FUND, reason: 'the demo begins' };
  await act('FundHouse', { ...money, reference: house('demo-insured', money.asset) }, 'demo-insurance-paid');
  await act('FundInsurance', money, 'demo-insurance-fund');
  writeFileSync(mark, '');
}

/** Once, also on an exchange that began before there were any: from then on what is sold is its staff's. */
async function sellOptions(act: Act, engine: Engine, dataDir: string, house: HousePayments): Promise<void> {
  const mark = path.join(dataDir, 'demo-options');
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_OPTIONS) {
    const { symbol } = listing;
    await act('SetOptionTerms', listing, `demo-option-${symbol}`);
    // On an exchange that began before, terms wait after two have agreed: a later start goes on.
    if (!engine.state().options.products.has(symbol)) return;
    await act('SetOptionState', { symbol, state: 'open', reason }, `demo-option-open-${symbol}`);
  }
  const money = { asset: 'USDT', amount: OPTION_FUNDS.house, reason };
  await act('FundHouse', { ...money, reference: house('demo-options', money.asset) }, 'demo-option-paid');
  await act('FundOptions', { ...money, act: 'fund' }, 'demo-option-fund');
  writeFileSync(mark, '');
}

/** Once, also on an exchange that began before there were any. */
async function sellSavings(act: Act, engine: Engine, dataDir: string, house: HousePayments): Promise<void> {
  const mark = path.join(dataDir, 'demo-savings');
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_SAVINGS) {
    const { product } = listing;
    await act('SetFinancialTerms', listing, `demo-savings-${product}`);
    if (!engine.state().financial.products.has(product)) return;
    await act('SetFinancialState', { product, state: 'open', reason }, `demo-savings-open-${product}`);
  }
  for (const money of SAVINGS_FUNDS.house) {
    const reference = house('demo-savings', money.asset);
    await act('FundHouse', { ...money, reference, reason }, `demo-savings-paid-${money.asset}`);
    await act('FundFinancial', { ...money, act: 'fund', reason }, `demo-savings-fund-${money.asset}`);
  }
  writeFileSync(mark, '');
}

/** Once, also on an exchange that began before there was any. */
async function offerMining(act: Act, engine: Engine, dataDir: string, house: HousePayments): Promise<void> {
  const mark = path.join(dataDir, 'demo-mining');
  if (existsSync(mark)) return;
  const reason = 'the demo begins';
  for (const listing of DEMO_MINING) {
    const { product } = listing;
    await act('SetMiningTerms', listing, `demo-mining-${product}`);
    if (!engine.state().mining.products.has(product)) return;
    await act('SetMiningState', { product, state: 'open', reason }, `demo-mining-open-${product}`);
  }
  for (const money of MINING_FUNDS) {
    const reference = house('demo-mining', money.asset);
    await act('FundHouse', { ...money, reference, reason }, `demo-mining-paid-${money.asset}`);
    await act('FundFinancial', { ...money, act: 'fund', reason }, `demo-mining-fund-${money.asset}`);
  }
  writeFileSync(mark, '');
}

/** Once, also on an exchange that began before there were any. */
async function offerRobots(act: Act, dataDir: string): Promise<void> {
  const mark = path.join(dataDir, 'demo-robots');
  if (existsSync(mark)) return;
  for (const terms of DEMO_ROBOTS) {
    await act('SetRobotTerms', terms, `demo-robot-${terms.market}`);
  }
  writeFileSync(mark, '');
}

/** The one that visitors are shown. Staff may have taken its place with another since, or have taken it back. */
async function issueRobotKey(
  act: Act,
  { nest, exchange: { engine } }: Pick<Application, 'nest' | 'exchange'>,
  { id, robotKey }: DemoUser & { id: number },
): Promise<void> {
  if (robotKey === undefined || engine.state().robots.keys.has(id)) return;
  await nest.get(RobotKeys, { strict: false }).keep(id, robotKey);
  const hash = hashOfRobotKey(robotKey);
  await act('IssueRobotKey', { userId: id, hash, reason: 'the demo begins' }, `demo-robot-key-${id}`);
}

/** Also on an exchange that began before there were any; what its staff set stays. */
async function setReferralRates(act: Act, engine: Engine): Promise<void> {
  if (engine.state().referral.tables.length > 0) return;
  const terms = { ...DEMO_REFERRAL, reason: 'the demo begins' };
  await act('SetReferralTerms', terms, 'demo-referral');
}

/** Once of each product, also on an exchange that began before it had levels: staff of the demo may have set others since. */
async function setFeeTiers(act: Act, engine: Engine): Promise<void> {
  for (const product of FEE_PRODUCTS) {
    if (engine.state().fees[product].tables.length > 0) continue;
    const volumes = [...DEMO_FEE_VOLUMES[product]];
    const clientId = product === 'spot' ? 'demo-fee-tiers' : `demo-fee-tiers-${product}`;
    await act('SetFeeTiers', { product, volumes, reason: 'the demo begins' }, clientId);
  }
}

/** Funded once: a payment of that name is known for ever. Client ids alone would not do, the oldest are forgotten. */
async function equip(
  act: Act,
  engine: Engine,
  userId: number,
  funds: Funds,
  arrange: (userId: number) => Promise<void>,
): Promise<void> {
  const { rechargeReferences } = engine.state().wallet;
  if (funds.every(({ asset }) => rechargeReferences.has(demoReference(userId, asset)))) return;
  await fund(act, userId, funds);
  await arrange(userId);
}

/** Before anybody has anything: from then on it takes two of staff, and their time. */
async function verify(act: Act, engine: Engine, userId: number): Promise<void> {
  if (!isVerifiedMember(engine, userId)) await act('VerifyMember', { userId }, `demo-verify-${userId}`);
}

function demoReference(userId: number, asset: string): string {
  return `demo/${userId}/${asset}`;
}

/** Where the database was lost they are others than those whom the journal knows. */
async function nameAdmin(engine: Engine, user: number): Promise<void> {
  const { staff } = engine.state();
  if (staff.people.has(user)) return;
  const outcome = await engine.submit({ actor: 'demo', command: { type: 'NameStaff', user } });
  if ('rejected' in outcome) throw new Error(`demo: ${user} is not named: ${outcome.rejected}`);
}

/** The two admins are the first, and name who else looks after the exchange. */
async function makeAuditor(act: Act, engine: Engine, userId: number, now: number): Promise<void> {
  const person = engine.state().staff.people.get(userId);
  if (person && (person.role !== 'auditor' || (person.until ?? Infinity) > now + AUDITOR_LEFT_MS_MIN)) return;
  const today = Math.floor(now / DAY_MS);
  const until = (today + AUDITOR_DAYS) * DAY_MS;
  const request = { userId, role: 'auditor', until, scope: WHOLE_SCOPE, reason: 'the demo begins' } as const;
  await act('SetStaff', { ...request, rights: [] }, `demo-auditor-${userId}-${person ? today : 0}`);
}
const DAY_MS = 86_400_000;
const AUDITOR_DAYS = 365;
/** With less left their time is extended at a start. */
const AUDITOR_LEFT_MS_MIN = 30 * DAY_MS;

async function setBank(act: Act): Promise<void> {
  const { asset, ...account } = DEMO_BANK;
  await act('SetDeskSetting', { name: bankSetting(asset), text: JSON.stringify(account) }, 'demo-bank');
}

function isVerifiedMember(engine: Engine, userId: number): boolean {
  return engine.state().members.get(userId)?.verified === true;
}

async function fund(act: Act, userId: number, funds: Funds): Promise<void> {
  for (const { asset, amount } of funds) {
    await act(
      'CreditRecharge',
      { userId, asset, amount, reference: demoReference(userId, asset) },
      `demo-fund-${userId}-${asset}`,
    );
  }
}

/** `alice@demo.example` is Alice Example. */
function realNameOf({ email }: DemoUser): string {
  return `${email[0].toUpperCase()}${email.slice(1, email.indexOf('@'))} Example`;
}

/** Legal currency comes in by its own account; who trades by plan moves all of it to where it trades. */
async function tradeAll(steps: Steps, engine: Engine, user: number): Promise<void> {
  const { assets, ledger } = engine.state();
  for (const { asset, isFiat } of assets.values()) {
    const amount = availableIn(ledger, 'legal', user, asset);
    if (!isFiat || amount === 0n) continue;
    const command = { type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount } as const;
    await steps.submit(user, [command], `demo-spot-${asset}`);
  }
}

/** Money where contracts are paid from, and a leverage where none was chosen yet. */
async function equipForContracts(
  steps: Steps,
  engine: Engine,
  user: number,
  wanted: (typeof CONTRACT_FUNDS)[keyof typeof CONTRACT_FUNDS],
): Promise<void> {
  const { leverage } = wanted;
  const commands: Command[] = planContractTopUps(engine.state(), user, wanted);
  for (const { market } of DEMO_PERPETUALS) {
    const chosen = engine.state().perpetual.holdings.get(user)?.get(market)?.leverage ?? 0;
    if (chosen === 0) commands.push({ type: 'SetLeverage', user, market, leverage });
  }
  await steps.submit(user, commands);
}
