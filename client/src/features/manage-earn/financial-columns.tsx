/** What a list of financial purchases says of each: every field of the record. */
import type { FinancialHolding } from '../../../../shared/wire/financial';
import { useEarnWords } from '../../entities/earn/earn-words';
import { statusAt } from '../../entities/earn/standing';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { useServerTime } from '../../shared/stream/server-time';
import type { Column } from '../../shared/ui/data-table/columns';
import styles from './manage-earn.module.css';

export function useFinancialColumns(): Column<FinancialHolding>[] {
  const { say } = useTexts();
  const how = useEarnWords();
  return [
    {
      key: 'bought',
      title: say('earn.bought_at'),
      isFixed: true,
      sortBy: 'time',
      render: ({ boughtAt }) => dateAndTime(boughtAt),
    },
    { key: 'product', title: say('earn.product'), isFixed: true, render: ({ name }) => <b>{name}</b> },
    {
      key: 'status',
      title: say('earn.status'),
      isFixed: true,
      render: (row) => <Status holding={row} />,
    },
    {
      key: 'amount',
      title: say('earn.amount'),
      isEnd: true,
      sortBy: 'amount',
      render: ({ amount, asset }) => how.money(amount, asset),
    },
    {
      key: 'rate',
      title: say('earn.rate.annual'),
      isEnd: true,
      render: ({ annualRatePpb }) => how.percent(annualRatePpb),
    },
    { key: 'term', title: say('earn.term'), isEnd: true, render: ({ termDays }) => how.days(termDays) },
    {
      key: 'expected',
      title: say('earn.expected'),
      isEnd: true,
      render: ({ expected, asset }) => how.money(expected, asset),
    },
    {
      key: 'generated',
      title: say('earn.generated'),
      isEnd: true,
      render: ({ generated, asset }) => how.money(generated, asset),
    },
    {
      key: 'starts',
      title: say('financial.starts_at'),
      sortBy: 'start',
      render: ({ startsAt }) => dateAndTime(startsAt),
    },
    {
      key: 'expires',
      title: say('earn.expires_at'),
      sortBy: 'expiry',
      render: ({ expiresAt }) => dateAndTime(expiresAt),
    },
  ];
}

function Status({ holding }: { holding: FinancialHolding }) {
  const { say } = useTexts();
  const status = statusAt(holding, useServerTime());
  return (
    <span className={styles.status} data-status={status}>
      {say(`financial.status.${status}`)}
    </span>
  );
}

/** Of those that are over as well. */
export function useFinancialRecordColumns(): Column<FinancialHolding>[] {
  const { say } = useTexts();
  return [
    ...useFinancialColumns(),
    {
      key: 'ended',
      title: say('earn.ended_at'),
      render: ({ endedAt }) => (endedAt === null ? '–' : dateAndTime(endedAt)),
    },
    { key: 'number', title: say('earn.number'), isEnd: true, render: ({ purchase }) => purchase },
  ];
}
