import type { OpenOption } from '../../../../../shared/products/option/stream';
import { useDurationWords } from '../api/use-duration-words';
import { useOptionsOfQuery } from './options-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { column, figure, fixed } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import { exactAmount } from '../../../admin/parts/exact-amount';

/** A user's open second contracts; hidden if there are none. Staff cannot end a contract. */
export function UserOptions({ userId }: { userId: number }) {
  const { t, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { data, error, refetch } = useOptionsOfQuery({ userId }, { refetchOnMountOrArgChange: true });
  if (data ? data.contracts.length === 0 : !error) return null;
  return (
    <Panel title={t('staff.options')} level={2}>
      {data ? (
        <Rows<OpenOption>
          label={t('staff.options')}
          rows={data.contracts}
          keyOf={({ contract }) => contract}
          empty={null}
          columns={[
            fixed('contract', t('option.product'), ({ symbol, contract }) => `${symbol} #${contract}`),
            fixed('direction', t('orderlist.side'), ({ direction }) => (
              <span data-direction={direction}>{t(`option.buy.${direction}`)}</span>
            )),
            figure('stake', t('option.stake'), ({ stake, asset }) => exactAmount(numbers, stake, asset)),
            figure('payout', t('option.payout'), ({ payoutNet, asset }) => exactAmount(numbers, payoutNet, asset)),
            column('duration', t('option.duration'), ({ durationMs }) => durationWords(durationMs)),
            column('status', t('option.status'), ({ status }) => t(`option.status.${status}`)),
            column('end', t('staff.options.end'), ({ endsAt }) => (endsAt === null ? '–' : dateAndTime(endsAt))),
          ]}
        />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
