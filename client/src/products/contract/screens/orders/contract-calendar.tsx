import { useState } from 'react';
import type { ContractDay } from '../../../../../../shared/products/perpetual/wire';
import { useContractDaysQuery } from '../../api/contract-lists-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { sumOf } from '../../../../shared/lib/numbers/exact';
import { monthOf, spanOf } from '../../../../shared/lib/numbers/month';
import { useServerDay } from '../../../../shared/stream/server-time';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Facts } from '../../../../shared/ui/figures/facts';
import { MonthCalendar, MonthDays } from '../../../../shared/ui/lists/month-calendar';
import { Note } from '../../../../shared/ui/page/note';

const DIGITS = 2;

/** The result of each day of a month: what was closed, less fees, with funding. Days are those of GMT+8, as the exchange counts them. */
export function ContractCalendar() {
  const { say } = useTexts();
  const [chosen, setMonth] = useState<string | null>(null);
  const today = useServerDay();
  const month = chosen ?? monthOf(today);
  const { from, to } = spanOf(month);
  const asked = useContractDaysQuery({ from, to }, { refetchOnMountOrArgChange: true });
  return (
    <MonthCalendar
      {...{ label: say('contracts.calendar'), month, onMonth: setMonth, asked }}
      before={say('contracts.month_before')}
      after={say('contracts.month_after')}
    >
      {(data, days) => <Month days={days} data={data} />}
    </MonthCalendar>
  );
}

function Month({ days, data }: { days: readonly string[]; data: readonly ContractDay[] }) {
  const { say, sayCount, numbers } = useTexts();
  const assets = [...new Set(data.map(({ asset }) => asset))];
  return (
    <>
      <MonthDays days={days} entries={data}>
        {(entries) =>
          entries.map(({ asset, result, closed }) => (
            <span
              key={asset}
              data-direction={signOf(result)}
              title={`${result} ${asset} · ${sayCount('contracts.closed_count', closed)}`}
            >
              {signOf(result) === 'up' ? '+' : ''}
              {numbers.fixed(result, DIGITS)}
            </span>
          ))
        }
      </MonthDays>
      {assets.map((asset) => {
        const own = data.filter((one) => one.asset === asset);
        const total = (field: 'result' | 'fees' | 'funding') => sumOf(own.map((one) => one[field]));
        return (
          <Facts
            key={asset}
            facts={(['result', 'fees', 'funding'] as const).map((field) => [
              say(`contracts.total.${field}`),
              <>
                <Amount of={total(field)} asset={asset} isSigned={field !== 'fees'} /> {asset}
              </>,
            ])}
          />
        );
      })}
      {data.length === 0 && <Note kind="empty" text={say('contracts.calendar_empty')} />}
    </>
  );
}
