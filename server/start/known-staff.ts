/**
 * Staff was once stored only in the relational database. The first start of this version submits it to the core, once:
 * people and rights, daily limits, hashes of the desk's settings. From then on the journal decides, and writes to that
 * database grant no rights. Each start submits the configured rules that have changed.
 */
import { limitKeyOf } from '../../shared/products/wallet/rules/withdrawal-limits';
import { unitsOf } from '../../shared/rules/units';
import type { StaffRules, ReportedLimit, ReportedSetting, ReportedStaff } from '../core/staff/commands';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import { rightsInRows } from '../platform/auth/staff/staff-rights';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { StaffTexts } from '../platform/staff-texts';
import { bankSetting, configSetting } from '../platform/staff-settings';

const USDT_SCALE = 8;
const ADMINS_MIN = 2;

export interface KnownStaffDependencies {
  database: Database<ExchangeTables>;
  /** The engine's current state. */
  state: () => CoreState;
  commands: Pick<CommandPort, 'submit'>;
  texts: Pick<StaffTexts, 'keep'>;
  rules: StaffRules;
  /** The demo names its own admins right after the start. */
  isDemo: boolean;
  log: (message: string, details: Record<string, unknown>) => void;
}

export async function submitStaff(dependencies: KnownStaffDependencies): Promise<void> {
  const { state, commands, rules, isDemo, log } = dependencies;
  if (!state().staff.told) {
    const [staff, limits, settings] = await Promise.all([
      staffIn(dependencies),
      limitsIn(dependencies),
      settingsIn(dependencies),
    ]);
    const command = { type: 'TellStaff', staff, limits, settings } as const;
    const outcome = await commands.submit({ actor: 'registrar', command });
    if ('rejected' in outcome) throw new Error(`staff could not be told to the journal: ${outcome.rejected}`);
    log('staff told to the journal', { staff: staff.length, limits: limits.length, settings: settings.length });
  }
  const outcome = await commands.submit({ actor: 'registrar', command: { type: 'TellStaffRules', ...rules } });
  if ('rejected' in outcome && outcome.rejected !== 'terms.unchanged')
    throw new Error(`the rules of staff are refused: ${outcome.rejected}`);
  const admins = [...state().staff.people.values()].filter(({ role }) => role === 'admin').length;
  if (admins < ADMINS_MIN && !isDemo)
    log('no withdrawal can be approved before there are two admins: npm run admin:create', { admins });
}

async function staffIn({ database, state }: KnownStaffDependencies): Promise<ReportedStaff[]> {
  const users = database.sql.selectFrom('users').select(['id', 'role']).where('role', '!=', 'user');
  const rows = (await users.orderBy('id').execute()).filter(({ id }) => state().members.has(id));
  const admins = rows.filter(({ role }) => role === 'admin').map(({ id }) => id);
  const rights = await rightsInRows(database, admins);
  return rows.map(({ id: user, role }) => ({ user, role, rights: (rights.get(user) ?? []).join(' ') }));
}

async function limitsIn({ database }: KnownStaffDependencies): Promise<ReportedLimit[]> {
  const rows = await database.sql.selectFrom('withdrawalLimits').selectAll().orderBy('bindings').execute();
  return rows.flatMap(({ bindings, dailyLimit, verifiedDailyLimit }) => [
    { bindings: limitKeyOf(bindings, false), limit: unitsOf(dailyLimit, USDT_SCALE) as bigint },
    { bindings: limitKeyOf(bindings, true), limit: unitsOf(verifiedDailyLimit, USDT_SCALE) as bigint },
  ]);
}

async function settingsIn({ database, texts }: KnownStaffDependencies): Promise<ReportedSetting[]> {
  const settings: ReportedSetting[] = [];
  const addSetting = async (name: string, text: string): Promise<void> => {
    settings.push({ name, hash: await texts.keep(name, text) });
  };
  const config = await database.sql.selectFrom('systemConfig').selectAll().orderBy('key').execute();
  for (const { key, value } of config) await addSetting(configSetting(key), value);
  const accounts = await database.sql.selectFrom('bankAccounts').selectAll().orderBy('asset').execute();
  for (const { asset, ...account } of accounts) await addSetting(bankSetting(asset), JSON.stringify(account));
  return settings;
}
