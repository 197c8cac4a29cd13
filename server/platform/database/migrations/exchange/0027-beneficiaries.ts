import type { MigrationFunction } from '../../migrate';

/** Owners of saved addresses, and of the destinations of larger withdrawals. */
export const beneficiaries: MigrationFunction = async ({ schema }, { integer, finish }) => {
  await schema.alterTable('withdrawal_addresses').addColumn('sealed_beneficiary', 'text').execute();
  await schema.alterTable('withdrawal_addresses').addColumn('proven_at', integer).execute();
  await schema.alterTable('withdrawal_addresses').addColumn('proof', 'text').execute();
  await finish(
    schema
      .createTable('withdrawal_beneficiaries')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', integer, (column) => column.notNull())
      .addColumn('sealed_beneficiary', 'text', (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull()),
    'plain',
  ).execute();
  await schema.createIndex('withdrawal_beneficiaries_user').on('withdrawal_beneficiaries').column('user_id').execute();
};
