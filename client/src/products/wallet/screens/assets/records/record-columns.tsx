import { zonedTime } from '../../../../../../../shared/rules/days';
import type { AssetChange } from '../../../../../../../shared/products/wallet/wire';
import { signOf } from '../../../../../kit/lib/numbers/amount';
import { timeTitle } from '../../../../../kit/lib/csv';
import type { Texts } from '../../../../../kit/i18n/use-texts';
import { Amount } from '../../../../../kit/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../../../kit/ui/data-table/columns';

export type LabelOf = (label: string) => string;
type Translate = Texts['t'];

/** Subject of a record: order, trade or withdrawal. */
function referenceOf(t: Translate, { order, trade, withdrawal }: AssetChange): string {
  const references = [
    order === null ? null : `${t('records.order')} ${order}`,
    trade === null ? null : `${t('records.trade')} ${trade}`,
    withdrawal === null ? null : `${t('records.withdrawal')} ${withdrawal}`,
  ];
  return references.filter((reference) => reference !== null).join(' · ');
}

export function recordColumns(t: Translate, labelOf: LabelOf): Column<AssetChange>[] {
  const change = (bucket: 'available' | 'frozen' | 'locked', title: string): Column<AssetChange> =>
    figure(
      `${bucket}Change`,
      title,
      ({ [`${bucket}Change` as const]: amount, asset }) => (
        <span data-direction={signOf(amount)}>
          <Amount amount={amount} asset={asset} isSigned />
        </span>
      ),
      { sortBy: bucket },
    );
  const after = (key: 'availableAfter' | 'frozenAfter' | 'lockedAfter', title: string): Column<AssetChange> =>
    figure(key, title, ({ [key]: amount, asset }) => <Amount amount={amount} asset={asset} />);
  return [
    timeColumn('at', t('records.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
    fixed('label', t('records.kind'), ({ label }) => labelOf(label), { sortBy: 'kind' }),
    fixed('asset', t('assets.asset'), ({ asset }) => asset, { sortBy: 'asset' }),
    column('account', t('wallet.account_name'), ({ account }) => t(`wallet.account.${account}`)),
    change('available', t('records.available_change')),
    change('frozen', t('records.frozen_change')),
    change('locked', t('records.locked_change')),
    after('availableAfter', t('records.available_after')),
    after('frozenAfter', t('records.frozen_after')),
    after('lockedAfter', t('records.locked_after')),
    column('reference', t('records.reference'), (row) => referenceOf(t, row) || '—'),
  ];
}

/** Full precision, for calculations. */
export function recordLines(
  t: Translate,
  labelOf: LabelOf,
  records: readonly AssetChange[],
): { head: string[]; rows: string[][] } {
  return {
    head: [
      timeTitle(t('records.time')),
      t('records.kind'),
      t('assets.asset'),
      t('wallet.account_name'),
      t('records.available_change'),
      t('records.frozen_change'),
      t('records.locked_change'),
      t('records.available_after'),
      t('records.frozen_after'),
      t('records.locked_after'),
      t('records.order'),
      t('records.trade'),
      t('records.withdrawal'),
      t('records.number'),
    ],
    rows: records.map((record) => [
      zonedTime(record.at),
      labelOf(record.label),
      record.asset,
      t(`wallet.account.${record.account}`),
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
