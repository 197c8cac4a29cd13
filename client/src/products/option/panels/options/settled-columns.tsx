/** Columns of settled second contracts. */
import { Link } from 'react-router';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { useDurationWords } from '../../api/use-duration-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { useOptionFormat } from './option-format';

export function useSettledColumns(): Column<SettledOption>[] {
  const { t } = useTexts();
  const format = useOptionFormat();
  const durationWords = useDurationWords();
  return [
    timeColumn('time', t('option.settled_at'), ({ settledAt }) => settledAt, { isFixed: true, sortBy: 'time' }),
    fixed('product', t('option.product'), (row) => format.product(row), { sortBy: 'symbol' }),
    column('end', t('option.result'), (row) => format.end(row)),
    figure('stake', t('option.stake'), ({ stake, asset }) => format.money(stake, asset), { sortBy: 'stake' }),
    figure('duration', t('option.duration'), ({ durationMs }) => durationWords(durationMs), { sortBy: 'duration' }),
    figure('entry', t('option.entry'), ({ symbol, entry }) => format.price(symbol, entry?.price)),
    figure('settled', t('option.settled_by'), ({ symbol, settledBy }) => format.price(symbol, settledBy?.price)),
    figure('paid', t('option.paid'), ({ paid, asset }) => format.money(paid, asset)),
    figure('fee', t('option.fee'), ({ fee, asset }) => format.money(fee, asset)),
    figure('result', t('option.profit'), ({ result, asset }) => format.signed(result, asset), { sortBy: 'result' }),
    column('start', t('option.start'), ({ startsAt }) =>
      startsAt === null ? t('option.timing.now') : dateAndTime(startsAt),
    ),
    timeColumn('bought', t('option.bought_at'), ({ boughtAt }) => boughtAt),
    column('proof', t('option.proof'), ({ contract }) => (
      <Link to={`/certificate?contract=${contract}`}>{t('option.proof.show')}</Link>
    )),
    column('number', t('option.number'), ({ contract }) => contract),
  ];
}
