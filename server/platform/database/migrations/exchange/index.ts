import type { MigrationList } from '../../migrate';
import { users } from './0001-users';
import { content } from './0002-content';

/** The relational data: users, sessions, settings, articles, feedback. */
export const exchangeMigrations: MigrationList = [
  { name: '0001-users', up: users },
  { name: '0002-content', up: content },
];
