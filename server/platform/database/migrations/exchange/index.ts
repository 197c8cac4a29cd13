import type { MigrationList } from '../../migrate';
import { users } from './0001-users';

/** The relational data: users, sessions, settings. */
export const exchangeMigrations: MigrationList = [{ name: '0001-users', up: users }];
