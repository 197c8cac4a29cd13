/** What users hear of their second contracts when they are settled; nothing of what they took back themselves. */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { EventOf } from '../core/event';
import { broken } from '../core/rejection';
import { parseAccount } from '../core/ledger/entry';
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
