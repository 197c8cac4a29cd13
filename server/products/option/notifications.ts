/**
 * Notifications of second contracts: the start of a scheduled one, and each settlement. Cancellations by the user and
 * immediate entries have none.
 */
import { decimalOf } from '../../../shared/rules/units';
import type { EventOf } from '../../core/event';
import { parseAccount } from '../../core/ledger/entry';
import { broken } from '../../core/rejection';
import { optionContractById } from './stored/queries';
import { notification, subject, type NotificationContext } from '../../workers/notifications/notification';

interface Purchase {
  asset: string;
  stake: bigint;
  /** Null: at once. */
  startsAt: number | null;
}

/** An entry event does not contain the stake. */
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

const optionRow = { perHour: 'options', about: ({ contract }: { contract: number }) => contract } as const;

/** The entries contain the stake, because all of it leaves the hold. */
function stakeFacts({ contract, symbol: market, entries }: Settled, { money }: NotificationContext) {
  const heldEntries = entries.filter(({ hold }) => hold !== undefined);
  if (heldEntries.length === 0) broken(`contract ${contract} held nothing`);
  const amount = heldEntries.reduce((sum, entry) => sum + entry.amount, 0n);
  return { contract: String(contract), market, ...money({ asset: parseAccount(heldEntries[0].debit).asset, amount }) };
}

function payoutFacts(event: Settled, context: NotificationContext) {
  const params = stakeFacts(event, context);
  return { ...params, total: context.money({ asset: params.asset, amount: event.paid }).amount };
}

const endedRow = (one: Settled['end']) => ({ ...optionRow, when: ({ end }: Settled) => end === one });

export const OPTION_NOTIFICATIONS = [
  notification('OptionEntered', {
    ...optionRow,
    key: 'option.started',
    when: async ({ contract }, { getSubject: recall }) => (await recall(OPTION_PURCHASES, contract)).startsAt !== null,
    facts: async ({ contract, symbol, price }, { getSubject: recall, money }) => {
      const { asset, stake } = await recall(OPTION_PURCHASES, contract);
      const decimals = await recall(INDEX_DECIMALS, symbol);
      const stakedMoney = money({ asset, amount: stake });
      return { contract: String(contract), market: symbol, ...stakedMoney, price: decimalOf(BigInt(price), decimals) };
    },
  }),
  notification('OptionSettled', { ...endedRow('won'), key: 'option.won', facts: payoutFacts }),
  notification('OptionSettled', { ...endedRow('take_profit'), key: 'option.profit', facts: payoutFacts }),
  notification('OptionSettled', { ...endedRow('stop_loss'), key: 'option.stopped', facts: payoutFacts }),
  notification('OptionSettled', { ...endedRow('lost'), key: 'option.lost', facts: stakeFacts }),
  notification('OptionSettled', { ...endedRow('tie'), key: 'option.tie', facts: stakeFacts }),
  notification('OptionSettled', {
    ...endedRow('refunded'),
    key: 'option.refunded',
    facts: (event, context) => ({ ...stakeFacts(event, context), why: event.reason ?? 'index_stale' }),
  }),
];
