import type { CreateTableBuilder } from 'kysely';
import type { MigrationFunction } from '../../migrate';

/** Rebates. None was paid before these tables were there, so that nothing is filled anew. */
export const referral: MigrationFunction = async ({ schema }, { integer, finish }) => {
  let rebates: CreateTableBuilder<string, string> = schema.createTable('referral_rebates');
  for (const column of REBATE.integers) rebates = rebates.addColumn(column, integer, (added) => added.notNull());
  for (const column of REBATE.texts) rebates = rebates.addColumn(column, 'text', (added) => added.notNull());
  await finish(
    rebates.addPrimaryKeyConstraint('referral_rebates_key', ['user_id', 'event_position']),
    'clustered',
  ).execute();

  let days: CreateTableBuilder<string, string> = schema.createTable('referral_days');
  for (const column of DAY.integers) days = days.addColumn(column, integer, (added) => added.notNull());
  for (const column of DAY.texts) days = days.addColumn(column, 'text', (added) => added.notNull());
  await finish(days.addPrimaryKeyConstraint('referral_days_key', ['user_id', 'day', 'asset']), 'clustered').execute();
};

const REBATE = {
  integers: ['user_id', 'event_position', 'source', 'level', 'day', 'fee', 'rate_ppb', 'amount', 'at', 'position'],
  texts: ['asset'],
};
const DAY = {
  integers: ['user_id', 'day', 'rebates', 'position'],
  texts: ['asset', 'level1', 'level2'],
};
