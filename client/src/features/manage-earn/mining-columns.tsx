/** What a list of mining purchases says of each: every field of the record. */
import type { MiningHolding } from '../../../../shared/wire/mining';
import { useEarnWords } from '../../entities/earn/earn-words';
import { miningStatusAt } from '../../entities/earn/standing';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { useServerTime } from '../../shared/stream/server-time';
import type { Column } from '../../shared/ui/data-table/columns';
import { HoldingStatus, useHoldingColumns } from './holding-columns';

export function useMiningColumns(): Column<MiningHolding>[] {
  const { say } = useTexts();
  const how = useEarnWords();
  const time = (at: number | null) => (at === null ? '–' : dateAndTime(at));
  const held = useHoldingColumns<MiningHolding>((row) => <Status holding={row} />, {
    title: say('earn.rate.daily'),
    of: ({ dailyRatePpb }) => dailyRatePpb,
  });
  return [
    ...held,
    {
      key: 'day',
      title: say('mining.a_day'),
      isEnd: true,
      render: ({ incomeADay, incomeAsset }) => how.money(incomeADay, incomeAsset),
    },
    {
      key: 'expected',
      title: say('earn.expected'),
      isEnd: true,
      render: ({ expected, incomeAsset }) => how.money(expected, incomeAsset),
    },
    {
      key: 'generated',
      title: say('earn.generated'),
      isEnd: true,
      render: ({ generated, incomeAsset }) => how.money(generated, incomeAsset),
    },
    { key: 'next', title: say('mining.next'), render: ({ nextPayoutAt }) => time(nextPayoutAt) },
    { key: 'payout', title: say('mining.payout'), render: ({ payout }) => say(`mining.payout.${payout}`) },
    { key: 'starts', title: say('mining.starts_at'), sortBy: 'start', render: ({ startsAt }) => time(startsAt) },
    { key: 'expires', title: say('mining.ends'), sortBy: 'expiry', render: ({ expiresAt }) => time(expiresAt) },
    { key: 'number', title: say('earn.number'), isEnd: true, render: ({ purchase }) => purchase },
  ];
}

function Status({ holding }: { holding: MiningHolding }) {
  const { say } = useTexts();
  const status = miningStatusAt(holding, useServerTime());
  return <HoldingStatus status={status} text={say(`mining.status.${status}`)} />;
}
