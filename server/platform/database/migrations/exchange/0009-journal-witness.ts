import type { MigrationFunction } from '../../migrate';

const CHAINS = ['ERC20', 'BTC'];

/** Values compared with the journal at a start: address counters below each key, and the follower's batch. */
export const journalWitness: MigrationFunction = async (database) => {
  for (const chain of CHAINS) {
    const ofChain = database.selectFrom('deposit_addresses').where('chain', '=', chain);
    const newestRow = await ofChain
      .select('address_index')
      .orderBy('address_index', 'desc')
      .limit(1)
      .executeTakeFirst();
    const id = (newestRow?.address_index as number | undefined) ?? -1;
    await database
      .insertInto('last_ids')
      .values({ kind: `address_index/${chain}`, id })
      .execute();
  }
  await database.schema.alterTable('followers').addColumn('hash', 'text').execute();
};
