/**
 * `views` and `records`: read models, made again from the journal at any time; the records behind balances, which are the most
 * rows by far, lie apart. `exchange`: users, sessions, settings; irreplaceable.
 */
export type DatabaseName = 'views' | 'records' | 'exchange';
export type Store = 'sqlite' | 'postgres';
