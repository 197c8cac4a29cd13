import type {
  ReferralLevel,
  ReferralRebate,
  ReferralRebatesRequest,
} from '../../../../../shared/products/referral/wire';
import { useLazyReferralRebatesQuery, useReferralRebatesQuery } from '../api/referral-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { useList } from '../../../shared/lib/hooks/use-list';
import { Choice } from '../../../shared/ui/controls/choice';
import { column, figure, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { GatheredExport } from '../../../shared/ui/lists/export-button';
import { QueryList } from '../../../shared/ui/lists/query-list';
import { Money } from './money';
import { rateShown } from './rates';
import { rebateLines } from './rebate-lines';
import styles from './share-page.module.css';

type Filters = Pick<ReferralRebatesRequest, 'level'>;
const LEVELS = ['any', '1', '2'] as const;

/** Each with whose fees it is of. */
export function RebateList({ isKnown }: { isKnown: boolean }) {
  const { say } = useTexts();
  const list = useList<Filters, never>(null);
  const asked = useReferralRebatesQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const [ask] = useLazyReferralRebatesQuery();
  const { level } = list.filters;
  return (
    <>
      <div className={styles.tools}>
        <Choice
          label={say('share.list.level')}
          value={level === undefined ? 'any' : (`${level}` as const)}
          options={LEVELS.map((value) => ({
            value,
            text: value === 'any' ? say('share.list.any') : say(`share.level.${value}`),
          }))}
          onChange={(value) => list.filter({ level: value === 'any' ? undefined : (Number(value) as ReferralLevel) })}
        />
      </div>
      <QueryList<ReferralRebate>
        {...{ asked, paging: list.paging, onPage: list.turn }}
        name="share.rebates"
        label={say('share.list')}
        columns={useColumns()}
        keyOf={nameOf}
        empty={say(list.isFiltered ? 'share.list.found' : 'share.list.none')}
        actions={
          <GatheredExport<ReferralRebate>
            {...{ nameOf, linesOf: rebateLines, file: 'rebates.csv', chosen: NONE }}
            isEmpty={!asked.data || asked.data.total === 0}
            ask={(page) => ask({ ...list.filters, ...page })}
          />
        }
      />
    </>
  );
}

/** Nothing can be ticked here: the file has all that the filter lets through. */
const NONE: readonly ReferralRebate[] = [];

function nameOf({ id }: ReferralRebate): string {
  return id;
}

function useColumns(): Column<ReferralRebate>[] {
  const { say, numbers } = useTexts();
  return [
    fixed('day', say('share.list.day'), ({ day }) => day),
    fixed('source', say('share.list.source'), ({ source }) => source),
    column('level', say('share.list.level'), ({ level }) => say(`share.level.${level}`)),
    figure('fee', say('share.list.fee'), ({ fee, asset }) => <Money amounts={[fee]} asset={asset} />),
    figure('rate', say('share.list.rate'), ({ ratePpb }) => rateShown(numbers, ratePpb)),
    figure('amount', say('share.list.amount'), ({ amount, asset }) => <Money amounts={[amount]} asset={asset} />, {
      isFixed: true,
    }),
    figure('paidAt', say('share.list.at'), ({ paidAt }) => dateAndTime(paidAt)),
  ];
}
