/**
 * Fills an empty exchange with assets, markets and users, through the same commands and services as everyone. Every
 * step has its own client id or is refused when repeated, so a killed start continues; once complete, further starts
 * change nothing.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { Application } from '../application';
import { WHOLE_SCOPE } from '../../shared/rules/audit-scope';
import { Accounts } from '../products/identity/api/account/accounts';
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
import { PRODUCT_DEMOS } from '../products/api';
import { DEMO_INVITERS, demoUsers, simulatedTraders, type DemoUser } from './demo-users';
import type { Traders } from './past/trading-desk';
import { verifyIdentity } from './past/documents';
import { payHouse } from './past/house-payments';
import type { HousePayments, Seeding } from './product-demo';
import { publishDemoContent } from './demo-content';
import { Steps, type Act } from './steps';
import { planContractTopUps } from './at-work/top-up';
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
  MAKER_FUNDS,
  TAKER_FUNDS,
  type Funds,
} from './past/listings';

export interface SeededDemo {
  traders: Traders;
  /** The listed users; the first gets a past. */
  alice: WalletOwner;
  bob: WalletOwner;
  admins: readonly [admin: number, second: number];
}

/** Past from before the opening of the markets. */
export interface PastBeforeOpening {
  /** Runs beside the rest of the seeding, once there are assets. */
  makeDifference: () => Promise<void>;
  /** Runs at the end of the seeding. */
  save: (alice: number, steps: Steps) => Promise<void>;
}
const NO_PAST: PastBeforeOpening = { makeDifference: async () => undefined, save: async () => undefined };

export async function seedDemo(
  { nest, exchange }: Pick<Application, 'nest' | 'exchange'>,
  config: Pick<Config, 'dataDir'>,
  printLine: (line: string) => void,
  past: PastBeforeOpening = NO_PAST,
): Promise<SeededDemo> {
  const loginUsers = demoUsers(config.dataDir);
  const simulated = simulatedTraders(config.dataDir);
  const ids = new Map<string, number>();
  for (const user of [...loginUsers, ...simulated]) {
    const inviter = ids.get(DEMO_INVITERS[user.email] ?? '') ?? null;
    const { id } = await ensureUser(nest.get(Accounts), nest.get(Users), user, inviter);
    ids.set(user.email, id);
    if (user.authenticator !== undefined) await nest.get(SecondFactors).bindKnownSecret(id, user.authenticator);
  }
  const idOf = ({ email }: DemoUser): number => ids.get(email) as number;
  const [admin, secondAdmin] = loginUsers.filter(({ role }) => role === 'admin');
  const owners = loginUsers.filter(({ role }) => role === 'user').map((user) => ({ ...user, id: idOf(user) }));
  const [alice, bob] = owners;
  if (!secondAdmin || !bob) throw new Error('demo-users.json names fewer than two admins or two users');

  const commands = nest.get(CommandBus);
  const registry = { commands, submissions: nest.get(Submissions), photos: nest.get(PhotoStore) };
  const seededMark = path.join(config.dataDir, 'demo-seeded');
  const isSeeded = existsSync(seededMark);
  const admins = [idOf(admin), idOf(secondAdmin)] as const;
  const steps = new Steps({ commands, engine: exchange.engine, admins, isVisited: isSeeded, printLine });
  const { act } = steps;
  for (const one of admins) await nameAdmin(exchange.engine, one);
  // Before anyone has funds: afterwards decisions of two persons have a wait.
  for (const { role, email } of loginUsers) {
    if (role === 'auditor') await makeAuditor(act, exchange.engine, ids.get(email) as number, exchange.clock());
  }
  let differing: Promise<Error | null> = Promise.resolve(null);
  if (!isSeeded) {
    await listEverything(act, exchange.engine);
    await setBank(act);
  }
  const house = await payHouse(exchange.chains, config.dataDir);
  if (!isSeeded) {
    differing = past.makeDifference().then(
      () => null,
      (error: Error) => error,
    );
  }
  const decide = (setting: { name: string; text: string }, id: string) => act('SetDeskSetting', setting, id);
  await publishDemoContent({ nest, exchange }, decide, config.dataDir);
  await indexEverything(act, exchange.engine);
  // The fund limits open interest.
  await insurePerpetuals(act, config.dataDir, house);
  await listPerpetuals(act, exchange.engine);
  await setFeeTiers(act, exchange.engine);
  const seeding: Seeding = { act, state: () => exchange.engine.state(), nest, dataDir: config.dataDir, house };
  for (const { offer } of PRODUCT_DEMOS) await offer?.(seeding);
  const [maker, ...takers] = simulated.map(idOf);
  for (const trader of [maker, ...takers]) await verify(act, exchange.engine, trader);
  // After a loss of the database they are new users without anything.
  for (const owner of owners) for (const { welcome } of PRODUCT_DEMOS) await welcome?.(seeding, owner);
  const newcomers = owners.filter(({ id }) => !isSeeded || !isVerifiedMember(exchange.engine, id));
  for (const owner of newcomers) {
    const isVerified = isVerifiedMember(exchange.engine, owner.id);
    if (!isVerified) {
      await fund(act, owner.id, DEMO_FUNDS);
      await equipForContracts(steps, exchange.engine, owner.id, CONTRACT_FUNDS.visitor);
      for (const { moves } of PRODUCT_DEMOS) {
        if (moves) await steps.submit(owner.id, moves(exchange.engine.state(), owner.id));
      }
    }
    const person = { userId: owner.id, name: realNameOf(owner) };
    await steps.unlessRefused('ApproveVerification', () => verifyIdentity(registry, idOf(admin), person, isVerified));
  }
  if (newcomers.length > 0) await seedWallets({ nest, exchange }, owners);
  const differenceError = await differing;
  if (differenceError) throw differenceError;
  if (!isSeeded) await past.save(alice.id, steps);
  // From here on staff manage the exchange: what they close stays closed.
  if (!isSeeded) writeFileSync(seededMark, '');
  const toSpot = (user: number) => tradeAll(steps, exchange.engine, user);
  await equip(act, exchange.engine, maker, MAKER_FUNDS, toSpot);
  for (const taker of takers) await equip(act, exchange.engine, taker, TAKER_FUNDS, toSpot);
  await equipForContracts(steps, exchange.engine, maker, CONTRACT_FUNDS.maker);
  for (const taker of takers) await equipForContracts(steps, exchange.engine, taker, CONTRACT_FUNDS.taker);
  printLine('demo users (also in demo-users.json of the data directory):');
  for (const { role, email, password, fundPassword, robotKey } of loginUsers) {
    const fund = fundPassword === undefined ? '' : `  fund password ${fundPassword}`;
    const key = robotKey === undefined ? '' : `  robot key ${robotKey}`;
    printLine(`  ${role.padEnd(8)} ${email.padEnd(24)} ${password}${fund}${key}`);
  }
  return { traders: { maker, takers }, alice, bob, admins };
}

async function ensureUser(
  accounts: Accounts,
  users: Users,
  { email, password, role }: DemoUser,
  invitedBy: number | null,
): Promise<UserRow> {
  // A retry with this client id repeats the registration, and completes a row without its member.
  const clientId = 'demo-register';
  const existing = await users.byEmail(email);
  if (existing?.isMember === 1) return existing;
  const nickName = email.slice(0, email.indexOf('@'));
  return (await accounts.register({ email, password, nickName, clientId, role, invitedBy })).user;
}

/** The engine's state includes earlier starts' actions before the views have caught up. */
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

/** Also covers markets listed by an older start, before indexes existed. Terms changed by staff stay. */
async function indexEverything(act: Act, engine: Engine): Promise<void> {
  for (const terms of DEMO_INDEX) {
    const isKnown = engine.state().index.symbols.has(terms.symbol);
    if (!isKnown) await act('SetIndexTerms', terms, `demo-index-${terms.symbol}`);
  }
}

/** Also runs for an older exchange. Markets that staff closed stay closed. */
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

/** Runs once, also for an older exchange: with an empty fund the first bankruptcy would raise an alarm. */
async function insurePerpetuals(act: Act, dataDir: string, house: HousePayments): Promise<void> {
  const mark = path.join(dataDir, 'demo-insured');
  if (existsSync(mark)) return;
  const money = { asset: 'USDT', amount: INSURANCE_FUND, reason: 'the demo begins' };
  await act('FundHouse', { ...money, reference: house('demo-insured', money.asset) }, 'demo-insurance-paid');
  await act('FundInsurance', money, 'demo-insurance-fund');
  writeFileSync(mark, '');
}

/** Runs once per product, also for an older exchange: the demo's staff may have changed levels since. */
async function setFeeTiers(act: Act, engine: Engine): Promise<void> {
  for (const product of FEE_PRODUCTS) {
    if (engine.state().fees[product].tables.length > 0) continue;
    const volumes = [...DEMO_FEE_VOLUMES[product]];
    const clientId = product === 'spot' ? 'demo-fee-tiers' : `demo-fee-tiers-${product}`;
    await act('SetFeeTiers', { product, volumes, reason: 'the demo begins' }, clientId);
  }
}

/**
 * Funded once, by a payment reference that is remembered forever; client ids would not suffice, because the oldest are
 * forgotten.
 */
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

/** Before anyone has funds: afterwards it needs two staff members and a wait. */
async function verify(act: Act, engine: Engine, userId: number): Promise<void> {
  if (!isVerifiedMember(engine, userId)) await act('VerifyMember', { userId }, `demo-verify-${userId}`);
}

function demoReference(userId: number, asset: string): string {
  return `demo/${userId}/${asset}`;
}

/** After a loss of the database these users differ from the journal's. */
async function nameAdmin(engine: Engine, user: number): Promise<void> {
  const { staff } = engine.state();
  if (staff.people.has(user)) return;
  const outcome = await engine.submit({ actor: 'demo', command: { type: 'NameStaff', user } });
  if ('rejected' in outcome) throw new Error(`demo: ${user} is not named: ${outcome.rejected}`);
}

/** The first two are the admins, who name further staff. */
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
/** Below this remaining time a start extends the access. */
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

/** For example `alice@demo.example` is Alice Example. */
function realNameOf({ email }: DemoUser): string {
  return `${email[0].toUpperCase()}${email.slice(1, email.indexOf('@'))} Example`;
}

/** Legal currency arrives in its own account; traders by plan transfer all of it to the spot account. */
async function tradeAll(steps: Steps, engine: Engine, user: number): Promise<void> {
  const { assets, ledger } = engine.state();
  for (const { asset, isFiat } of assets.values()) {
    const amount = availableIn(ledger, 'legal', user, asset);
    if (!isFiat || amount === 0n) continue;
    const command = { type: 'TransferFunds', user, asset, from: 'legal', to: 'spot', amount } as const;
    await steps.submit(user, [command], `demo-spot-${asset}`);
  }
}

/** Funds in the contract account, and a leverage if none is chosen yet. */
async function equipForContracts(
  steps: Steps,
  engine: Engine,
  user: number,
  funds: (typeof CONTRACT_FUNDS)[keyof typeof CONTRACT_FUNDS],
): Promise<void> {
  const { leverage } = funds;
  const commands: Command[] = planContractTopUps(engine.state(), user, funds);
  for (const { market } of DEMO_PERPETUALS) {
    const currentLeverage = engine.state().perpetual.holdings.get(user)?.get(market)?.leverage ?? 0;
    if (currentLeverage === 0) commands.push({ type: 'SetLeverage', user, market, leverage });
  }
  await steps.submit(user, commands);
}
