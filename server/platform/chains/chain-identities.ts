/**
 * Stored addresses, blocks and payments belong to one network and one extended public key. If another were behind the
 * same name, users would see addresses that nobody watches or that nobody has keys for.
 */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { ChainMismatch, ChainUnavailable, type ChainPort } from './chain-port';

export class ChainIdentityError extends Error {}

/** Records a chain's network at the first call. Later a different network is refused with a ChainIdentityError. */
export async function recordIdentity(
  { sql }: Database<ExchangeTables>,
  { chain, identity }: { readonly chain: string; readonly identity: string },
): Promise<void> {
  await sql
    .insertInto('chainIdentities')
    .values({ chain, identity, origin: null, facts: null, finalHeight: null, finalHash: null })
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
 * The same for facts that only its node knows: the network's first block, the port's facts, and the last final block.
 * Rejects with ChainMismatch while one of them differs from before, with ChainUnavailable while the node does not
 * answer.
 */
export async function compareNode({ sql }: Database<ExchangeTables>, port: NodeOfChain): Promise<void> {
  const { chain } = port;
  const facts = await port.facts();
  // A node may have pruned its oldest blocks.
  const origin = await port.hashAt(0);
  const identities = sql.selectFrom('chainIdentities').selectAll();
  const known = await identities.where('chain', '=', chain).executeTakeFirst();
  if (!known) throw new ChainIdentityError(`chain ${chain} was not opened`);
  const before = known.facts === null ? facts : (JSON.parse(known.facts) as typeof facts);
  for (const [fact, expected] of Object.entries(before)) expectSame(chain, fact, expected, facts[fact] ?? 'unknown');
  if (origin !== null && known.origin !== null) expectSame(chain, 'origin', known.origin, origin);
  if (known.finalHeight !== null && known.finalHash !== null) {
    const found = await port.hashAt(known.finalHeight);
    if (found === null)
      throw new ChainUnavailable(`${chain}: the node is behind block ${known.finalHeight}, which was final`);
    expectSame(chain, 'final', known.finalHash, found);
  }
  const final = await port.final();
  const isNewer = final !== null && final.height > (known.finalHeight ?? -1);
  await sql
    .updateTable('chainIdentities')
    .set({
      facts: JSON.stringify(facts),
      origin: known.origin ?? origin,
      finalHeight: isNewer ? final.height : known.finalHeight,
      finalHash: isNewer ? final.hash : known.finalHash,
    })
    .where('chain', '=', chain)
    .execute();
}

type NodeOfChain = Pick<ChainPort, 'hashAt' | 'facts' | 'final'> & { readonly chain: string };

function expectSame(chain: string, fact: string, expected: string, found: string): void {
  if (found !== expected) throw new ChainMismatch(chain, fact, expected, found);
}
