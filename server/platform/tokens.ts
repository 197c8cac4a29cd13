/** Nest's names for what `composeExchange` makes and everything else is given. */

/** `CommandPort`: the engine as the outside reaches it. */
export const COMMAND_PORT = Symbol('CommandPort');
/** `LiveViews`: depth, trades, tickers, candles, open orders and balances in memory. */
export const LIVE_VIEWS = Symbol('LiveViews');
/** `ViewsDatabase`: the read models in SQL, but for the records. */
export const STORED_VIEWS = Symbol('StoredViews');
/** `RecordsDatabase`: the records behind balances. */
export const STORED_RECORDS = Symbol('StoredRecords');
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
export const SENTINEL = Symbol('Sentinel');
export const HEADS_HEALTH = Symbol('HeadsHealth');
/** `Journal`. */
export const JOURNAL = Symbol('Journal');
/** `Certifier`: puts settlement certificates together from the journal. */
export const CERTIFIER = Symbol('Certifier');
/** `Audits`: what auditors ask of the journal. */
export const AUDITS = Symbol('Audits');
/** `Backtests`: grids over candles, in a thread of their own. */
export const BACKTESTS = Symbol('Backtests');
/** `Database<ExchangeTables>`: users, sessions, settings. */
export const EXCHANGE_DATABASE = Symbol('ExchangeDatabase');
/** `Chains`: the networks that coins come and go on. */
export const CHAINS = Symbol('Chains');
/** Of `AddressScreening`. */
export const SCREENING = Symbol('AddressScreening');
/** Of `AddressOwnership`. */
export const OWNERSHIP = Symbol('AddressOwnership');
/** `ChainWork`: who follows them and pays. */
export const CHAIN_WORK = Symbol('ChainWork');
/** `KnownStaff`: who is staff, and what staff have set. */
export const KNOWN_STAFF = Symbol('KnownStaff');
/** `Config`. */
export const CONFIG = Symbol('Config');
/** `() => number`: epoch milliseconds; tests move it. */
export const CLOCK = Symbol('Clock');
/** `() => number`: milliseconds that only go forward, for rates; tests move it. */
export const MONOTONIC = Symbol('Monotonic');

/** `readonly DemoUserRecord[]`: whom the log-in page offers; none without the demo. */
export const DEMO_USERS = Symbol('DemoUsers');

export type Clock = () => number;
/** Milliseconds that only go forward: the clock of the wall may jump, and nobody is to wait for that. */
export type Monotonic = () => number;
