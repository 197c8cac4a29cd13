import { Link } from 'react-router';
import { useMarks } from '../../../../entities/contract/marks';
import type { Instrument } from '../../../../entities/instrument/instrument';
import { tradePathOf } from '../../../../entities/instrument/trade-path';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { Countdown } from '../../panels/market/countdown';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { figure, fixed } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Note } from '../../../../shared/ui/page/note';
import { decimalOf } from '../../../../../../shared/rules/units';

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
        fixed('market', say('positions.contract'), ({ terms, label }) => <Link to={tradePathOf(terms)}>{label}</Link>),
        figure('now', say('contracts.funding_now'), ({ id }) => rate(marks[id]?.fundingRate)),
        figure('next', say('contracts.funding_next'), ({ id }) => {
          const next = marks[id]?.nextFundingAt ?? null;
          return next === null ? '–' : <Countdown to={next} />;
        }),
        figure('last', say('perp.funding_last'), ({ id }) =>
          marks[id]?.lastFundingRate === null ? say('perp.funding_none') : rate(marks[id]?.lastFundingRate),
        ),
        figure('cap', say('perp.funding_cap'), ({ terms: { contract } }) =>
          contract ? `± ${how.rate(decimalOf(BigInt(contract.fundingCapPpb), PPB_DIGITS))}` : '–',
        ),
        figure('every', say('perp.funding_every'), ({ terms: { contract } }) =>
          contract ? say('perp.every_hours', { hours: String(contract.fundingIntervalMs / HOUR_MS) }) : '–',
        ),
      ]}
      rows={contracts}
      keyOf={({ id }) => id}
      empty={<Note kind="empty" text={say('contracts.none_listed')} />}
    />
  );
}
