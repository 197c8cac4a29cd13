import type { MigrationFunction } from '../../migrate';

/** Whether a chain could take a credit back, and until when; of whom a withdrawal says whose its address is. What was before is final. */
export const finality: MigrationFunction = async ({ schema }, { integer }) => {
  await schema.alterTable('recharges').addColumn('finality', 'text').execute();
  await schema.alterTable('recharges').addColumn('final_at', integer).execute();
  await schema.alterTable('withdrawals').addColumn('beneficiary', 'text').execute();
};
