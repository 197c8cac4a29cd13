/** `views`: read models, made again from the journal at any time. `exchange`: users, sessions, settings; irreplaceable. */
export type DatabaseName = 'views' | 'exchange';
export type Store = 'sqlite' | 'postgres';
