import { Link } from 'react-router';
import { useMarks } from '../../entities/contract/marks';
import type { Instrument } from '../../entities/instrument/instrument';
import { tradePathOf } from '../../entities/instrument/trade-path';
import { useContractWords } from '../../features/manage-positions/position-words';
import { Countdown } from '../../features/watch-contract/countdown';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { Rows } from '../../shared/ui/data-table/rows';
import { Note } from '../../shared/ui/note';
import { decimalOf } from '../../../../shared/rules/units';

const HOUR_MS = 3_600_000;
/** Digits of a rate in parts per billion. */
const PPB_DIGITS = 9;

/** What each contract's rate would be if it were fixed now, and when that is due. */
export function FundingNow({ contracts }: { contracts: readonly Instrument[] }) {
  const { say } = useTexts();
  const how = useContractWords();
  const marks = useMarks(contracts.map(({ id }) => id));
  const rate = (decimal: string | undefined) =>
    decimal === undefined ? '–' : <span data-direction={signOf(decimal)}>{how.rate(decimal)}</span>;
  return (
    <Rows<Instrument>
      label={say('contracts.funding_now')}
      columns={[
        {
          key: 'market',
          title: say('positions.contract'),
          isFixed: true,
          render: ({ terms, label }) => <Link to={tradePathOf(terms)}>{label}</Link>,
        },
        {
          key: 'now',
          title: say('contracts.funding_now'),
          isEnd: true,
          render: ({ id }) => rate(marks[id]?.fundingRate),
        },
        {
          key: 'next',
          title: say('contracts.funding_next'),
          isEnd: true,
          render: ({ id }) => {
            const next = marks[id]?.nextFundingAt ?? null;
            return next === null ? '–' : <Countdown to={next} />;
          },
        },
        {
          key: 'last',
          title: say('perp.funding_last'),
          isEnd: true,
          render: ({ id }) =>
            marks[id]?.lastFundingRate === null ? say('perp.funding_none') : rate(marks[id]?.lastFundingRate),
        },
        {
          key: 'cap',
          title: say('perp.funding_cap'),
          isEnd: true,
          render: ({ terms: { contract } }) =>
            contract ? `± ${how.rate(decimalOf(BigInt(contract.fundingCapPpb), PPB_DIGITS))}` : '–',
        },
        {
          key: 'every',
          title: say('perp.funding_every'),
          isEnd: true,
          render: ({ terms: { contract } }) =>
            contract ? say('perp.every_hours', { hours: String(contract.fundingIntervalMs / HOUR_MS) }) : '–',
        },
      ]}
      rows={contracts}
      keyOf={({ id }) => id}
      empty={<Note kind="empty" text={say('contracts.none_listed')} />}
    />
  );
}
