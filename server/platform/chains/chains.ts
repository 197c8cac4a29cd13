/** The chains of this exchange: simulated ones in the demo, else real ones with a configured node, else none. */
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { twoNodeChain } from './two-node-chain';
import { recordIdentity } from './chain-identities';
import type { ChainPort } from './chain-port';
import { openBitcoinChain } from './bitcoin/bitcoin-chain';
import { openEvmChain } from './evm/evm-chain';
import { extendedPublicKeyOf } from './extended-key';
import { SimulatedChain } from './simulated/simulated-chain';
import { simulatedBitcoin, simulatedEthereum } from './simulated/simulated-networks';

export class Chains {
  private readonly byName: ReadonlyMap<string, ChainPort>;

  constructor(ports: readonly ChainPort[]) {
    this.byName = new Map(ports.map((port) => [port.chain, port]));
  }

  /** Undefined for a chain without a connection, even if staff named it in terms. */
  find(chain: string): ChainPort | undefined {
    return this.byName.get(chain);
  }

  /** The port of a chain, if it carries the coin. */
  withCoin(chain: string, asset: string): ChainPort | undefined {
    const port = this.byName.get(chain);
    return port?.coins.has(asset) ? port : undefined;
  }

  all(): ChainPort[] {
    return [...this.byName.values()];
  }

  simulated(): SimulatedChain[] {
    return this.all().filter((port) => port instanceof SimulatedChain);
  }
}

/** Rejects with a ChainIdentityError if a chain differs from earlier starts. */
export async function openChains(
  { demo, evm, bitcoin, limits }: Pick<Config, 'demo' | 'evm' | 'bitcoin' | 'limits'>,
  database: Database<ExchangeTables>,
): Promise<Chains> {
  const timeoutMs = limits.chainAnswerMsMax;
  const ports: ChainPort[] = [];
  if (evm) {
    const { rpcUrl, secondRpcUrl, xpub, ...rest } = evm;
    const at = (url: string) => openEvmChain({ ...rest, rpcUrl: url, account: keyOf(xpub), timeoutMs });
    ports.push(withSecond(at(rpcUrl), secondRpcUrl, at));
  }
  if (bitcoin) {
    const { rpcUrl, secondRpcUrl, xpub, ...rest } = bitcoin;
    const at = (url: string) => openBitcoinChain({ ...rest, rpcUrl: url, account: keyOf(xpub), timeoutMs });
    ports.push(withSecond(at(rpcUrl), secondRpcUrl, at));
  }
  if (demo) {
    for (const network of [simulatedEthereum(), simulatedBitcoin()]) {
      ports.push(await SimulatedChain.open(database, network));
    }
  }
  for (const port of ports) await recordIdentity(database, port);
  return new Chains(ports);
}

function withSecond(first: ChainPort, url: string | undefined, at: (url: string) => ChainPort): ChainPort {
  return url === undefined ? first : twoNodeChain(first, at(url));
}

function keyOf(xpub: string) {
  const key = extendedPublicKeyOf(xpub);
  if (!key) throw new Error('a chain has no extended public key');
  return key;
}
