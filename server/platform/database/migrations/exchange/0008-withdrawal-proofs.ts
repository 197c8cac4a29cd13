import type { MigrationFunction } from '../../migrate';

/** The withdrawal for which a proof was spent. Rows that name one stay; the others are matched by time. */
export const withdrawalProofs: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('withdrawal_proofs').addColumn('withdrawal', integer).execute();
  await schema.dropIndex('withdrawal_proofs_by_time').execute();
  await schema
    .createIndex('withdrawal_proofs_unanswered')
    .on('withdrawal_proofs')
    .columns(['withdrawal', 'at'])
    .execute();
};
