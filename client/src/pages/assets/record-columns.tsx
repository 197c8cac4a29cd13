import { zonedTime } from '../../../../shared/rules/days';
import type { AssetChange } from '../../../../shared/wire/wallet';
import { signOf } from '../../shared/lib/amount';
import { timeTitle } from '../../shared/lib/csv';
import { dateAndTime } from '../../shared/lib/format';
import type { Texts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';

export type LabelOf = (label: string) => string;
type Say = Texts['say'];

/** What a record was about: the order, the trade or the withdrawal. */
function referenceOf(say: Say, { order, trade, withdrawal }: AssetChange): string {
  const parts = [
    order === null ? null : `${say('records.order')} ${order}`,
    trade === null ? null : `${say('records.trade')} ${trade}`,
    withdrawal === null ? null : `${say('records.withdrawal')} ${withdrawal}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

export function recordColumns(say: Say, labelOf: LabelOf): Column<AssetChange>[] {
  const change = (bucket: 'available' | 'frozen' | 'locked', title: string): Column<AssetChange> => ({
    key: `${bucket}Change`,
    title,
    isEnd: true,
    sortBy: bucket,
    render: ({ [`${bucket}Change` as const]: amount, asset }) => (
      <span data-direction={signOf(amount)}>
        <Amount of={amount} asset={asset} isSigned />
      </span>
    ),
  });
  const after = (key: 'availableAfter' | 'frozenAfter' | 'lockedAfter', title: string): Column<AssetChange> => ({
    key,
    title,
    isEnd: true,
    render: ({ [key]: amount, asset }) => <Amount of={amount} asset={asset} />,
  });
  return [
    {
      key: 'at',
      title: say('records.time'),
      isFixed: true,
      sortBy: 'time',
      render: ({ at }) => dateAndTime(at),
    },
    {
      key: 'label',
      title: say('records.kind'),
      isFixed: true,
      sortBy: 'kind',
      render: ({ label }) => labelOf(label),
    },
    {
      key: 'asset',
      title: say('assets.asset'),
      isFixed: true,
      sortBy: 'asset',
      render: ({ asset }) => asset,
    },
    {
      key: 'account',
      title: say('wallet.account_name'),
      render: ({ account }) => say(`wallet.account.${account}`),
    },
    change('available', say('records.available_change')),
    change('frozen', say('records.frozen_change')),
    change('locked', say('records.locked_change')),
    after('availableAfter', say('records.available_after')),
    after('frozenAfter', say('records.frozen_after')),
    after('lockedAfter', say('records.locked_after')),
    { key: 'reference', title: say('records.reference'), render: (row) => referenceOf(say, row) || '—' },
  ];
}

/** Every digit: a file is for computing. */
export function recordLines(
  say: Say,
  labelOf: LabelOf,
  records: readonly AssetChange[],
): { head: string[]; rows: string[][] } {
  return {
    head: [
      timeTitle(say('records.time')),
      say('records.kind'),
      say('assets.asset'),
      say('wallet.account_name'),
      say('records.available_change'),
      say('records.frozen_change'),
      say('records.locked_change'),
      say('records.available_after'),
      say('records.frozen_after'),
      say('records.locked_after'),
      say('records.order'),
      say('records.trade'),
      say('records.withdrawal'),
      say('records.number'),
    ],
    rows: records.map((record) => [
      zonedTime(record.at),
      labelOf(record.label),
      record.asset,
      say(`wallet.account.${record.account}`),
      record.availableChange,
      record.frozenChange,
      record.lockedChange,
      record.availableAfter,
      record.frozenAfter,
      record.lockedAfter,
      record.order ?? '',
      record.trade ?? '',
      record.withdrawal ?? '',
      record.record,
    ]),
  };
}
