/**
 * What users hear of their second contracts: that one with a set time has begun, and how each was settled; nothing of what they
 * took back themselves, nor of the entry of one that was to begin at once, at which they look on.
 */
import { decimalOf } from '../../shared/rules/units';
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { Batch, EventOf } from '../core/event';
import { broken } from '../core/rejection';
import { parseAccount } from '../core/ledger/entry';
import type { CoreState } from '../core/state';
import type { ToldMoney } from './told-money';

type OptionMessage = Extract<MessageKey, `option.${string}`>;
export type ToldOfOption = {
  [K in OptionMessage]: { user: number; key: K; facts: MessageFacts<K>; contract: number };
}[OptionMessage];

const KEYS = {
  won: 'option.won',
  take_profit: 'option.profit',
  stop_loss: 'option.stopped',
} as const;

interface Purchase {
  asset: string;
  stake: bigint;
  /** Null: at once. */
  startsAt: number | null;
}

/**
 * Says when contracts with a set time begin. An entry does not name the stake: purchases are remembered until it comes, and the
 * read models are asked for one that was over when this began.
 */
export class OptionStarts {
  private readonly waiting = new Map<number, Purchase>();
  /** Of the index's prices, which never change. */
  private readonly decimals = new Map<string, number>();

  constructor(
    { index, options }: Pick<CoreState, 'index' | 'options'>,
    private readonly money: Pick<ToldMoney, 'of'>,
    private readonly older: (contract: number) => Promise<Purchase | undefined>,
  ) {
    for (const { terms } of index.symbols.values()) this.decimals.set(terms.symbol, terms.decimals);
    for (const { id, asset, stake, startsAt } of options.contracts.values())
      this.waiting.set(id, { asset, stake, startsAt });
  }

  /** Before anything is told of the batch. */
  learn({ events }: Batch): void {
    for (const event of events) {
      if (event.type === 'IndexTermsSet') this.decimals.set(event.symbol, event.decimals);
      if (event.type !== 'OptionBought') continue;
      const { contract, asset, stake, startsAt = null } = event;
      this.waiting.set(contract, { asset, stake, startsAt });
    }
  }

  /** When all is told of the batch. */
  forget({ events }: Batch): void {
    for (const event of events)
      if (event.type === 'OptionEntered' || event.type === 'OptionSettled') this.waiting.delete(event.contract);
  }

  async told({ user, contract, symbol, price }: EventOf<'OptionEntered'>): Promise<ToldOfOption | null> {
    const bought = this.waiting.get(contract) ?? (await this.older(contract));
    if (!bought) throw new Error(`contract ${contract} is not in the read models`);
    if (bought.startsAt === null) return null;
    const decimals = this.decimals.get(symbol) ?? broken(`${symbol} has no index`);
    const staked = this.money.of({ asset: bought.asset, amount: bought.stake });
    const facts = { contract: String(contract), market: symbol, ...staked, price: decimalOf(BigInt(price), decimals) };
    return { user, key: 'option.started', facts, contract };
  }
}

/** The stake is in the entries: all of it leaves what was held for it. */
export function toldOfOption(event: EventOf<'OptionSettled'>, money: Pick<ToldMoney, 'of'>): ToldOfOption | null {
  const { user, contract, symbol: market, end, reason, paid, entries } = event;
  if (end === 'cancelled') return null;
  const held = entries.filter(({ hold }) => hold !== undefined);
  if (held.length === 0) broken(`contract ${contract} held nothing`);
  const { asset } = parseAccount(held[0].debit);
  const stake = held.reduce((sum, { amount }) => sum + amount, 0n);
  const facts = { contract: String(contract), market, ...money.of({ asset, amount: stake }) };
  switch (end) {
    case 'won':
    case 'take_profit':
    case 'stop_loss':
      return { user, key: KEYS[end], facts: { ...facts, total: money.of({ asset, amount: paid }).amount }, contract };
    case 'lost':
      return { user, key: 'option.lost', facts, contract };
    case 'tie':
      return { user, key: 'option.tie', facts, contract };
    case 'refunded':
      return { user, key: 'option.refunded', facts: { ...facts, why: reason ?? 'index_stale' }, contract };
  }
}
