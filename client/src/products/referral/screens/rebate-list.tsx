import type {
  ReferralLevel,
  ReferralRebate,
  ReferralRebatesRequest,
} from '../../../../../shared/products/referral/wire';
import { useLazyReferralRebatesQuery, useReferralRebatesQuery } from '../api/referral-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { useList } from '../../../kit/lib/hooks/use-list';
import { Choice } from '../../../kit/ui/controls/choice';
import { column, figure, fixed, type Column } from '../../../kit/ui/data-table/columns';
import { ClientExport } from '../../../kit/ui/lists/export-button';
import { QueryList } from '../../../kit/ui/lists/query-list';
import { Money } from './money';
import { rateShown } from './rates';
import { rebateLines } from './rebate-lines';
import styles from './share-page.module.css';

type Filters = Pick<ReferralRebatesRequest, 'level'>;
const LEVELS = ['any', '1', '2'] as const;

/** Rebates with the member whose fees they come from. */
export function RebateList({ isKnown }: { isKnown: boolean }) {
  const { t } = useTexts();
  const list = useList<Filters, never>(null);
  const query = useReferralRebatesQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const [fetchRebates] = useLazyReferralRebatesQuery();
  const { level } = list.filters;
  return (
    <>
      <div className={styles.tools}>
        <Choice
          label={t('share.list.level')}
          value={level === undefined ? 'any' : (`${level}` as const)}
          options={LEVELS.map((value) => ({
            value,
            text: value === 'any' ? t('share.list.any') : t(`share.level.${value}`),
          }))}
          onChange={(value) => list.filter({ level: value === 'any' ? undefined : (Number(value) as ReferralLevel) })}
        />
      </div>
      <QueryList<ReferralRebate>
        {...{ query, paging: list.paging, onPage: list.turn }}
        name="share.rebates"
        label={t('share.list')}
        columns={useColumns()}
        keyOf={nameOf}
        empty={t(list.isFiltered ? 'share.list.found' : 'share.list.none')}
        actions={
          <ClientExport<ReferralRebate>
            {...{ nameOf, linesOf: rebateLines, file: 'rebates.csv', selectedRows: NONE }}
            isEmpty={!query.data || query.data.total === 0}
            fetchPage={(page) => fetchRebates({ ...list.filters, ...page })}
          />
        }
      />
    </>
  );
}

/** Rows cannot be selected: the file contains everything that matches the filter. */
const NONE: readonly ReferralRebate[] = [];

function nameOf({ id }: ReferralRebate): string {
  return id;
}

function useColumns(): Column<ReferralRebate>[] {
  const { t, numbers } = useTexts();
  return [
    fixed('day', t('share.list.day'), ({ day }) => day),
    fixed('source', t('share.list.source'), ({ source }) => source),
    column('level', t('share.list.level'), ({ level }) => t(`share.level.${level}`)),
    figure('fee', t('share.list.fee'), ({ fee, asset }) => <Money amounts={[fee]} asset={asset} />),
    figure('rate', t('share.list.rate'), ({ ratePpb }) => rateShown(numbers, ratePpb)),
    figure('amount', t('share.list.amount'), ({ amount, asset }) => <Money amounts={[amount]} asset={asset} />, {
      isFixed: true,
    }),
    figure('paidAt', t('share.list.at'), ({ paidAt }) => dateAndTime(paidAt)),
  ];
}
