import { zonedTime } from '../../../../../../../shared/rules/days';
import type { AssetChange } from '../../../../../../../shared/products/wallet/wire';
import { signOf } from '../../../../../shared/lib/numbers/amount';
import { timeTitle } from '../../../../../shared/lib/csv';
import type { Texts } from '../../../../../shared/i18n/use-texts';
import { Amount } from '../../../../../shared/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../../../shared/ui/data-table/columns';

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
  const change = (bucket: 'available' | 'frozen' | 'locked', title: string): Column<AssetChange> =>
    figure(
      `${bucket}Change`,
      title,
      ({ [`${bucket}Change` as const]: amount, asset }) => (
        <span data-direction={signOf(amount)}>
          <Amount of={amount} asset={asset} isSigned />
        </span>
      ),
      { sortBy: bucket },
    );
  const after = (key: 'availableAfter' | 'frozenAfter' | 'lockedAfter', title: string): Column<AssetChange> =>
    figure(key, title, ({ [key]: amount, asset }) => <Amount of={amount} asset={asset} />);
  return [
    timeColumn('at', say('records.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
    fixed('label', say('records.kind'), ({ label }) => labelOf(label), { sortBy: 'kind' }),
    fixed('asset', say('assets.asset'), ({ asset }) => asset, { sortBy: 'asset' }),
    column('account', say('wallet.account_name'), ({ account }) => say(`wallet.account.${account}`)),
    change('available', say('records.available_change')),
    change('frozen', say('records.frozen_change')),
    change('locked', say('records.locked_change')),
    after('availableAfter', say('records.available_after')),
    after('frozenAfter', say('records.frozen_after')),
    after('lockedAfter', say('records.locked_after')),
    column('reference', say('records.reference'), (row) => referenceOf(say, row) || '—'),
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
