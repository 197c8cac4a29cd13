import type { ReferralLevel, ReferralRebate, ReferralRebatesRequest } from '../../../../shared/wire/referral';
import { useReferralRebatesQuery } from '../../entities/referral/referral-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { useList } from '../../shared/lib/use-list';
import { Choice } from '../../shared/ui/choice';
import type { Column } from '../../shared/ui/data-table/columns';
import { QueryList } from '../../shared/ui/query-list';
import { Money } from './money';
import { rateShown } from './rates';
import styles from './share-page.module.css';

type Filters = Pick<ReferralRebatesRequest, 'level'>;
const LEVELS = ['any', '1', '2'] as const;

/** Each with whose fees it is of. */
export function RebateList({ isKnown }: { isKnown: boolean }) {
  const { say } = useTexts();
  const list = useList<Filters, never>(null);
  const asked = useReferralRebatesQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
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
        keyOf={({ id }) => id}
        empty={say(list.isFiltered ? 'share.list.found' : 'share.list.none')}
      />
    </>
  );
}

function useColumns(): Column<ReferralRebate>[] {
  const { say, numbers } = useTexts();
  return [
    { key: 'day', title: say('share.list.day'), isFixed: true, render: ({ day }) => day },
    { key: 'source', title: say('share.list.source'), isFixed: true, render: ({ source }) => source },
    { key: 'level', title: say('share.list.level'), render: ({ level }) => say(`share.level.${level}`) },
    {
      key: 'fee',
      title: say('share.list.fee'),
      isEnd: true,
      render: ({ fee, asset }) => <Money amounts={[fee]} asset={asset} />,
    },
    {
      key: 'rate',
      title: say('share.list.rate'),
      isEnd: true,
      render: ({ ratePpb }) => rateShown(numbers, ratePpb),
    },
    {
      key: 'amount',
      title: say('share.list.amount'),
      isEnd: true,
      isFixed: true,
      render: ({ amount, asset }) => <Money amounts={[amount]} asset={asset} />,
    },
    { key: 'paidAt', title: say('share.list.at'), isEnd: true, render: ({ paidAt }) => dateAndTime(paidAt) },
  ];
}
