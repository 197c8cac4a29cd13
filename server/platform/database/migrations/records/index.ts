import type { MigrationList } from '../../migrate';
import { records } from './0001-records';
import { locked } from './0002-locked';
import { byUser } from './0003-by-user';

/** The records behind balances. They are read models like `views`: a migration that changes their meaning makes them anew. */
export const recordsMigrations: MigrationList = [
  { name: '0001-records', up: records },
  { name: '0002-locked', up: locked },
  { name: '0003-by-user', up: byUser },
];
