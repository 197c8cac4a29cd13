/** Nest's names for what `composeExchange` makes and everything else is given. */
import type { CommandPort, Reference } from '../engine/port';
import type { Journal } from '../journal/port';
import type { Sentinel } from '../sentinel/sentinel';
import type { LiveViews } from '../views/live/live-views';
import type { RecordsDatabase, ViewsDatabase } from '../views/stored/views-database';
import type { KnownStaff } from './auth/staff/known-staff';
import type { Chains } from './chains/chains';
import type { Config } from './config/config';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';

/** A name of Nest for a value of this type. */
export type Token<T> = symbol & { readonly given?: T };
const token = <T>(name: string) => Symbol(name) as Token<T>;

/** The engine as the outside reaches it. */
export const COMMAND_PORT = token<CommandPort>('CommandPort');
/** Terms of markets and assets, for those who send commands. */
export const REFERENCE = token<Reference>('Reference');
/** Depth, trades, tickers, candles, open orders and balances in memory. */
export const LIVE_VIEWS = token<LiveViews>('LiveViews');
/** The read models in SQL, but for the records. */
export const STORED_VIEWS = token<ViewsDatabase>('StoredViews');
/** The records behind balances. */
export const STORED_RECORDS = token<RecordsDatabase>('StoredRecords');
/** `ProjectionProgress`: how far the stored read models have come, the slowest of them. */
export const PROJECTION_PROGRESS = Symbol('ProjectionProgress');
/** `ProjectionProgress` of `STORED_VIEWS` alone: what reads it waits for nothing else. */
export const VIEWS_PROGRESS = Symbol('ViewsProgress');
/** `ProjectionProgress` of `STORED_RECORDS` alone. */
export const RECORDS_PROGRESS = Symbol('RecordsProgress');
/** `SnapshotHealth`: whether snapshots are being made. */
export const SNAPSHOT_HEALTH = Symbol('SnapshotHealth');
/** `HeadsHealth`: whether the heads of the journal are being signed. */
export const DRIFT_HEALTH = Symbol('DriftHealth');
export const SENTINEL = token<Sentinel>('Sentinel');
export const HEADS_HEALTH = Symbol('HeadsHealth');
export const JOURNAL = token<Journal>('Journal');
/** `Audits`: what auditors ask of the journal. */
export const AUDITS = Symbol('Audits');
/** Users, sessions, settings. */
export const EXCHANGE_DATABASE = token<Database<ExchangeTables>>('ExchangeDatabase');
/** The networks that coins come and go on. */
export const CHAINS = token<Chains>('Chains');
/** Of `AddressScreening`. */
export const SCREENING = Symbol('AddressScreening');
/** Of `AddressOwnership`. */
export const OWNERSHIP = Symbol('AddressOwnership');
/** `ChainWork`: who follows them and pays. */
export const CHAIN_WORK = Symbol('ChainWork');
/** Members of staff, and settings of staff. */
export const KNOWN_STAFF = token<KnownStaff>('KnownStaff');
export const CONFIG = token<Config>('Config');
/** Epoch milliseconds; tests move it. */
export const CLOCK = token<Clock>('Clock');
/** `() => number`: milliseconds that only go forward, for rates; tests move it. */
export const MONOTONIC = Symbol('Monotonic');

/** `readonly DemoUserRecord[]`: whom the log-in page offers; none without the demo. */
export const DEMO_USERS = Symbol('DemoUsers');

export type Clock = () => number;
/** Milliseconds that only go forward: the clock of the wall may jump, and nobody is to wait for that. */
export type Monotonic = () => number;
