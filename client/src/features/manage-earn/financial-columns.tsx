/** What a list of financial purchases says of each: every field of the record. */
import type { FinancialHolding } from '../../../../shared/wire/financial';
import { useEarnWords } from '../../entities/earn/earn-words';
import { statusAt } from '../../entities/earn/standing';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { useServerTime } from '../../shared/stream/server-time';
import type { Column } from '../../shared/ui/data-table/columns';
import { HoldingStatus, useHoldingColumns } from './holding-columns';

export function useFinancialColumns(): Column<FinancialHolding>[] {
  const { say } = useTexts();
  const how = useEarnWords();
  const held = useHoldingColumns<FinancialHolding>((row) => <Status holding={row} />, {
    title: say('earn.rate.annual'),
    of: ({ annualRatePpb }) => annualRatePpb,
  });
  return [
    ...held,
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
  return <HoldingStatus status={status} text={say(`financial.status.${status}`)} />;
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
