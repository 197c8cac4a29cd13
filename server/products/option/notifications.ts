/**
 * Notifications of second contracts: the start of one with a set time, and each settlement. Cancellations by the user and entries at
 * once bring none.
 */
import { decimalOf } from '../../../shared/rules/units';
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import { broken } from '../../core/rejection';
import { optionContractById } from './stored/queries';
import { notification, subject, type Scene } from '../../workers/notifications/notification';

interface Purchase {
  asset: string;
  stake: bigint;
  /** Null: at once. */
  startsAt: number | null;
}

/** An entry does not name the stake. */
export const OPTION_PURCHASES = subject('OptionBought', {
  id: 'contract',
  ends: ['OptionEntered', 'OptionSettled'],
  facts: ({ asset, stake, startsAt = null }): Purchase => ({ asset, stake, startsAt }),
  seed: ({ options }) => options.contracts,
  older: ({ stored }, id) => optionContractById(stored, id),
});

/** Decimals of an index's prices; they never change. */
export const INDEX_DECIMALS = subject('IndexTermsSet', {
  id: 'symbol',
  ends: [],
  facts: ({ decimals }) => decimals,
  seed: ({ index }) => [...index.symbols].map(([symbol, { terms }]) => [symbol, terms.decimals] as const),
});

type Settled = EventOf<'OptionSettled'>;

const option = { perHour: 'options', about: ({ contract }: { contract: number }) => contract } as const;

/** The entries hold the stake: all of it leaves the hold. */
function staked({ contract, symbol: market, entries }: Settled, { money }: Scene) {
  const held = entries.filter(({ hold }) => hold !== undefined);
  if (held.length === 0) broken(`contract ${contract} held nothing`);
  const amount = held.reduce((sum, entry) => sum + entry.amount, 0n);
  return { contract: String(contract), market, ...money({ asset: parseAccount(held[0].debit).asset, amount }) };
}

function gained(event: Settled, scene: Scene) {
  const facts = staked(event, scene);
  return { ...facts, total: scene.money({ asset: facts.asset, amount: event.paid }).amount };
}

const ended = (one: Settled['end']) => ({ ...option, when: ({ end }: Settled) => end === one });

export const OPTION_NOTIFICATIONS = [
  notification('OptionEntered', {
    ...option,
    key: 'option.started',
    when: async ({ contract }, { recall }) => (await recall(OPTION_PURCHASES, contract)).startsAt !== null,
    facts: async ({ contract, symbol, price }, { recall, money }) => {
      const { asset, stake } = await recall(OPTION_PURCHASES, contract);
      const decimals = await recall(INDEX_DECIMALS, symbol);
      const stakedMoney = money({ asset, amount: stake });
      return { contract: String(contract), market: symbol, ...stakedMoney, price: decimalOf(BigInt(price), decimals) };
    },
  }),
  notification('OptionSettled', { ...ended('won'), key: 'option.won', facts: gained }),
  notification('OptionSettled', { ...ended('take_profit'), key: 'option.profit', facts: gained }),
  notification('OptionSettled', { ...ended('stop_loss'), key: 'option.stopped', facts: gained }),
  notification('OptionSettled', { ...ended('lost'), key: 'option.lost', facts: staked }),
  notification('OptionSettled', { ...ended('tie'), key: 'option.tie', facts: staked }),
  notification('OptionSettled', {
    ...ended('refunded'),
    key: 'option.refunded',
    facts: (event, scene) => ({ ...staked(event, scene), why: event.reason ?? 'index_stale' }),
  }),
];
