/**
 * Addresses, blocks and payments that are remembered belong to one network and one extended public key. With another one
 * behind the same name users would be shown addresses that nobody watches or nobody has keys for.
 */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { ChainUnavailable, type ChainPort } from './chain-port';

export class ChainIdentityError extends Error {}

/** Remembers which network a chain is; from then on it is that one. Refuses another with a ChainIdentityError. */
export async function keepIdentity(
  { sql }: Database<ExchangeTables>,
  { chain, identity }: { readonly chain: string; readonly identity: string },
): Promise<void> {
  await sql
    .insertInto('chainIdentities')
    .values({ chain, identity, origin: null })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute();
  const identities = sql.selectFrom('chainIdentities').select('identity');
  const known = await identities.where('chain', '=', chain).executeTakeFirstOrThrow();
  if (known.identity === identity) return;
  throw new ChainIdentityError(
    `chain ${chain} is ${identity} now and was ${known.identity} when its addresses were given out: use the former node ` +
      'and key, or another DATA_DIR (and DATABASE_URL).',
  );
}

/**
 * The same of the network's first block, which only its node knows: a test network has the addresses of the main one.
 * Rejects with ChainUnavailable while the node is on another network than the first time it was asked.
 */
export async function keepOrigin(
  { sql }: Database<ExchangeTables>,
  port: Pick<ChainPort, 'hashAt'> & { readonly chain: string },
): Promise<void> {
  const { chain } = port;
  const origin = await port.hashAt(0);
  // A node may have forgotten its oldest blocks.
  if (origin === null) return;
  const ofChain = sql.updateTable('chainIdentities').where('chain', '=', chain);
  await ofChain.set({ origin }).where('origin', 'is', null).execute();
  const identities = sql.selectFrom('chainIdentities').select('origin');
  const known = await identities.where('chain', '=', chain).executeTakeFirst();
  if (known && known.origin !== origin)
    throw new ChainUnavailable(`${chain}: the node is on another network than before`);
}
