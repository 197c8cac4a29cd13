/**
 * `views` and `records` are read models, rebuilt from the journal at any time; the records behind balances, by far the
 * most rows, are separate. `exchange`: users, sessions, settings; irreplaceable.
 */
export type DatabaseName = 'views' | 'records' | 'exchange';
export type Store = 'sqlite' | 'postgres';
