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
  const stored = await identities.where('chain', '=', chain).executeTakeFirstOrThrow();
  if (stored.identity === identity) return;
  throw new ChainIdentityError(
    `chain ${chain} is ${identity} now and was ${stored.identity} when its addresses were given out: use the former node ` +
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
  const nodeFacts = await port.facts();
  // A node may have pruned its oldest blocks.
  const origin = await port.hashAt(0);
  const identities = sql.selectFrom('chainIdentities').selectAll();
  const stored = await identities.where('chain', '=', chain).executeTakeFirst();
  if (!stored) throw new ChainIdentityError(`chain ${chain} was not opened`);
  const before = stored.facts === null ? nodeFacts : (JSON.parse(stored.facts) as typeof nodeFacts);
  for (const [factName, expected] of Object.entries(before))
    expectSame(chain, factName, expected, nodeFacts[factName] ?? 'unknown');
  if (origin !== null && stored.origin !== null) expectSame(chain, 'origin', stored.origin, origin);
  if (stored.finalHeight !== null && stored.finalHash !== null) {
    const found = await port.hashAt(stored.finalHeight);
    if (found === null)
      throw new ChainUnavailable(`${chain}: the node is behind block ${stored.finalHeight}, which was final`);
    expectSame(chain, 'final', stored.finalHash, found);
  }
  const final = await port.final();
  const isNewer = final !== null && final.height > (stored.finalHeight ?? -1);
  await sql
    .updateTable('chainIdentities')
    .set({
      facts: JSON.stringify(nodeFacts),
      origin: stored.origin ?? origin,
      finalHeight: isNewer ? final.height : stored.finalHeight,
      finalHash: isNewer ? final.hash : stored.finalHash,
    })
    .where('chain', '=', chain)
    .execute();
}

type NodeOfChain = Pick<ChainPort, 'hashAt' | 'facts' | 'final'> & { readonly chain: string };

function expectSame(chain: string, factName: string, expected: string, found: string): void {
  if (found !== expected) throw new ChainMismatch(chain, factName, expected, found);
}
