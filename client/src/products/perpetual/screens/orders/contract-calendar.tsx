import { useState } from 'react';
import type { ContractDay } from '../../../../../../shared/products/perpetual/records';
import { useContractDaysQuery } from '../../api/contract-lists-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { sumOf } from '../../../../kit/lib/numbers/exact';
import { monthOf, spanOf } from '../../../../kit/lib/numbers/month';
import { useServerDay } from '../../../../kit/stream/server-time';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Facts } from '../../../../kit/ui/figures/facts';
import { MonthCalendar, MonthDays } from '../../../../kit/ui/lists/month-calendar';
import { Note } from '../../../../kit/ui/page/note';

const DIGITS = 2;

/** Daily result of closed positions, less fees, plus funding. Days are in GMT+8, as on the server. */
export function ContractCalendar() {
  const { t } = useTexts();
  const [selectedMonth, setMonth] = useState<string | null>(null);
  const today = useServerDay();
  const month = selectedMonth ?? monthOf(today);
  const { from, to } = spanOf(month);
  const query = useContractDaysQuery({ from, to }, { refetchOnMountOrArgChange: true });
  return (
    <MonthCalendar
      {...{ label: t('contracts.calendar'), month, onMonth: setMonth, query }}
      before={t('contracts.month_before')}
      after={t('contracts.month_after')}
    >
      {(data, days) => <Month days={days} data={data} />}
    </MonthCalendar>
  );
}

function Month({ days, data }: { days: readonly string[]; data: readonly ContractDay[] }) {
  const { t, tCount, numbers } = useTexts();
  const assets = [...new Set(data.map(({ asset }) => asset))];
  return (
    <>
      <MonthDays days={days} entries={data}>
        {(entries) =>
          entries.map(({ asset, result, closed }) => (
            <span
              key={asset}
              data-direction={signOf(result)}
              title={`${result} ${asset} · ${tCount('contracts.closed_count', closed)}`}
            >
              {signOf(result) === 'up' ? '+' : ''}
              {numbers.fixed(result, DIGITS)}
            </span>
          ))
        }
      </MonthDays>
      {assets.map((asset) => {
        const assetDays = data.filter((one) => one.asset === asset);
        const total = (field: 'result' | 'fees' | 'funding') => sumOf(assetDays.map((one) => one[field]));
        return (
          <Facts
            key={asset}
            details={(['result', 'fees', 'funding'] as const).map((field) => [
              t(`contracts.total.${field}`),
              <>
                <Amount amount={total(field)} asset={asset} isSigned={field !== 'fees'} /> {asset}
              </>,
            ])}
          />
        );
      })}
      {data.length === 0 && <Note kind="empty" text={t('contracts.calendar_empty')} />}
    </>
  );
}
