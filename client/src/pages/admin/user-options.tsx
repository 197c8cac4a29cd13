import type { OpenOption } from '../../../../shared/wire/option-stream';
import { useDurationWords } from '../../entities/option/use-duration-words';
import { useOptionsOfQuery } from '../../entities/staff/orders-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Rows } from '../../shared/ui/data-table/rows';
import { Panel } from '../../shared/ui/panel';
import { Waiting } from '../../shared/ui/waiting';
import { exactAmount } from './exact-amount';

/** Second contracts that a user has open; not there at all for whoever has none. Nobody ends one by hand. */
export function UserOptions({ userId }: { userId: number }) {
  const { say, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { data, error, refetch } = useOptionsOfQuery({ userId }, { refetchOnMountOrArgChange: true });
  if (data ? data.contracts.length === 0 : !error) return null;
  return (
    <Panel title={say('staff.options')} level={2}>
      {data ? (
        <Rows<OpenOption>
          label={say('staff.options')}
          rows={data.contracts}
          keyOf={({ contract }) => contract}
          empty={null}
          columns={[
            {
              ...{ key: 'contract', title: say('option.product'), isFixed: true },
              render: ({ symbol, contract }) => `${symbol} #${contract}`,
            },
            {
              ...{ key: 'direction', title: say('orderlist.side'), isFixed: true },
              render: ({ direction }) => <span data-direction={direction}>{say(`option.buy.${direction}`)}</span>,
            },
            {
              ...{ key: 'stake', title: say('option.stake'), isEnd: true },
              render: ({ stake, asset }) => exactAmount(numbers, stake, asset),
            },
            {
              ...{ key: 'payout', title: say('option.payout'), isEnd: true },
              render: ({ payoutNet, asset }) => exactAmount(numbers, payoutNet, asset),
            },
            {
              ...{ key: 'duration', title: say('option.duration') },
              render: ({ durationMs }) => durationWords(durationMs),
            },
            { key: 'status', title: say('option.status'), render: ({ status }) => say(`option.status.${status}`) },
            {
              ...{ key: 'end', title: say('staff.options.end') },
              render: ({ endsAt }) => (endsAt === null ? '–' : dateAndTime(endsAt)),
            },
          ]}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
