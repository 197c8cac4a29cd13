import type { OpenOption } from '../../../../../shared/products/option/stream';
import { useDurationWords } from '../../../entities/option/use-duration-words';
import { useOptionsOfQuery } from '../../../entities/staff/orders-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { column, figure, fixed } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { exactAmount } from '../parts/exact-amount';

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
            fixed('contract', say('option.product'), ({ symbol, contract }) => `${symbol} #${contract}`),
            fixed('direction', say('orderlist.side'), ({ direction }) => (
              <span data-direction={direction}>{say(`option.buy.${direction}`)}</span>
            )),
            figure('stake', say('option.stake'), ({ stake, asset }) => exactAmount(numbers, stake, asset)),
            figure('payout', say('option.payout'), ({ payoutNet, asset }) => exactAmount(numbers, payoutNet, asset)),
            column('duration', say('option.duration'), ({ durationMs }) => durationWords(durationMs)),
            column('status', say('option.status'), ({ status }) => say(`option.status.${status}`)),
            column('end', say('staff.options.end'), ({ endsAt }) => (endsAt === null ? '–' : dateAndTime(endsAt))),
          ]}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
