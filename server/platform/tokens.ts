/** Nest tokens of what `composeExchange` creates. */
import type { CommandPort, ReferenceData } from '../engine/port';
import type { Journal } from '../journal/port';
import type { Reconciliation } from '../reconciliation/reconciliation';
import type { LiveViews } from '../views/live/live-views';
import type { RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import type { KnownStaff } from './auth/staff/known-staff';
import type { Chains } from './chains/chains';
import type { Config } from './config/config';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';
import type { ServerTexts } from './i18n/messages';

/** A Nest token for a value of this type. */
export type Token<T> = symbol & { readonly valueType?: T };
const token = <T>(name: string) => Symbol(name) as Token<T>;

/** The engine for commands from outside. */
export const COMMAND_PORT = token<CommandPort>('CommandPort');
/** Terms of markets and assets, for senders of commands. */
export const REFERENCE = token<ReferenceData>('Reference');
/** Depth, trades, tickers, candles, open orders and balances in memory. */
export const LIVE_VIEWS = token<LiveViews>('LiveViews');
/** The read models in SQL, except the records. */
export const STORED_VIEWS = token<ViewsDatabase>('StoredViews');
/** The records behind balances. */
export const STORED_RECORDS = token<RecordsDatabase>('StoredRecords');
/** `ProjectionProgress` of the slowest stored read model. */
export const PROJECTION_PROGRESS = Symbol('ProjectionProgress');
/** `ProjectionProgress` of `STORED_VIEWS` only, so that its readers wait for nothing else. */
export const VIEWS_PROGRESS = Symbol('ViewsProgress');
/** `ProjectionProgress` of `STORED_RECORDS` alone. */
export const RECORDS_PROGRESS = Symbol('RecordsProgress');
/** `SnapshotHealth`: whether snapshots are being written. */
export const SNAPSHOT_HEALTH = Symbol('SnapshotHealth');
/** `HeadsHealth`: whether the heads of the journal are being signed. */
export const DRIFT_HEALTH = Symbol('DriftHealth');
export const RECONCILIATION = token<Reconciliation>('Sentinel');
export const HEADS_HEALTH = Symbol('HeadsHealth');
export const JOURNAL = token<Journal>('Journal');
/** `Audits`: auditors' queries of the journal. */
export const AUDITS = Symbol('Audits');
/** Texts of the server, with those of products. */
export const SERVER_TEXTS = token<ServerTexts>('Words');
/** Users, sessions, settings. */
export const EXCHANGE_DATABASE = token<Database<ExchangeTables>>('ExchangeDatabase');
/** The followed chains. */
export const CHAINS = token<Chains>('Chains');
/** Token of `AddressScreening`. */
export const SCREENING = Symbol('AddressScreening');
/** Token of `AddressOwnership`. */
export const OWNERSHIP = Symbol('AddressOwnership');
/** `ChainWork`: follows the chains and pays. */
export const CHAIN_WORK = Symbol('ChainWork');
/** Members of staff, and settings of staff. */
export const KNOWN_STAFF = token<KnownStaff>('KnownStaff');
export const CONFIG = token<Config>('Config');
/** Epoch milliseconds; tests move it. */
export const CLOCK = token<Clock>('Clock');
/** `() => number`: monotonic milliseconds, for rates; tests move it. */
export const MONOTONIC = Symbol('Monotonic');

/** `readonly DemoUserRecord[]`: users offered on the log-in page; empty without the demo. */
export const DEMO_USERS = Symbol('DemoUsers');

export type Clock = () => number;
/** Monotonic milliseconds: waits must not depend on jumps of the wall clock. */
export type Monotonic = () => number;
