import { Link } from 'react-router';
import { useMarks } from '../../../../kit/entities/contract/marks';
import type { Instrument } from '../../../../kit/entities/instrument/instrument';
import { tradePathOf } from '../../../../kit/entities/instrument/trade-path';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { Countdown } from '../../panels/market/countdown';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { figure, fixed } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Note } from '../../../../kit/ui/page/note';
import { decimalOf } from '../../../../../../shared/rules/units';

const HOUR_MS = 3_600_000;
/** Decimal places of a rate in parts per billion. */
const PPB_DIGITS = 9;

/** Predicted funding rate of each contract and its due time. */
export function FundingNow({ contracts }: { contracts: readonly Instrument[] }) {
  const { t } = useTexts();
  const format = useContractFormat();
  const marks = useMarks(contracts.map(({ id }) => id));
  const rate = (decimal: string | undefined) =>
    decimal === undefined ? '–' : <span data-direction={signOf(decimal)}>{format.rate(decimal)}</span>;
  return (
    <Rows<Instrument>
      label={t('contracts.funding_now')}
      columns={[
        fixed('market', t('positions.contract'), ({ terms, label }) => <Link to={tradePathOf(terms)}>{label}</Link>),
        figure('now', t('contracts.funding_now'), ({ id }) => rate(marks[id]?.fundingRate)),
        figure('next', t('contracts.funding_next'), ({ id }) => {
          const next = marks[id]?.nextFundingAt ?? null;
          return next === null ? '–' : <Countdown to={next} />;
        }),
        figure('last', t('perp.funding_last'), ({ id }) =>
          marks[id]?.lastFundingRate === null ? t('perp.funding_none') : rate(marks[id]?.lastFundingRate),
        ),
        figure('cap', t('perp.funding_cap'), ({ terms: { contract } }) =>
          contract ? `± ${format.rate(decimalOf(BigInt(contract.fundingCapPpb), PPB_DIGITS))}` : '–',
        ),
        figure('every', t('perp.funding_every'), ({ terms: { contract } }) =>
          contract ? t('perp.every_hours', { hours: String(contract.fundingIntervalMs / HOUR_MS) }) : '–',
        ),
      ]}
      rows={contracts}
      keyOf={({ id }) => id}
      empty={<Note kind="empty" text={t('contracts.none_listed')} />}
    />
  );
}
