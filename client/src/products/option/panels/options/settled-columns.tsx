/** What a list of settled second contracts says of each. */
import { Link } from 'react-router';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { useDurationWords } from '../../../../entities/option/use-duration-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { useOptionWords } from './option-words';

export function useSettledColumns(): Column<SettledOption>[] {
  const { say } = useTexts();
  const how = useOptionWords();
  const durationWords = useDurationWords();
  return [
    timeColumn('time', say('option.settled_at'), ({ settledAt }) => settledAt, { isFixed: true, sortBy: 'time' }),
    fixed('product', say('option.product'), (row) => how.product(row), { sortBy: 'symbol' }),
    column('end', say('option.result'), (row) => how.end(row)),
    figure('stake', say('option.stake'), ({ stake, asset }) => how.money(stake, asset), { sortBy: 'stake' }),
    figure('duration', say('option.duration'), ({ durationMs }) => durationWords(durationMs), { sortBy: 'duration' }),
    figure('entry', say('option.entry'), ({ symbol, entry }) => how.price(symbol, entry?.price)),
    figure('settled', say('option.settled_by'), ({ symbol, settledBy }) => how.price(symbol, settledBy?.price)),
    figure('paid', say('option.paid'), ({ paid, asset }) => how.money(paid, asset)),
    figure('fee', say('option.fee'), ({ fee, asset }) => how.money(fee, asset)),
    figure('result', say('option.profit'), ({ result, asset }) => how.signed(result, asset), { sortBy: 'result' }),
    column('start', say('option.start'), ({ startsAt }) =>
      startsAt === null ? say('option.timing.now') : dateAndTime(startsAt),
    ),
    timeColumn('bought', say('option.bought_at'), ({ boughtAt }) => boughtAt),
    column('proof', say('option.proof'), ({ contract }) => (
      <Link to={`/certificate?contract=${contract}`}>{say('option.proof.show')}</Link>
    )),
    column('number', say('option.number'), ({ contract }) => contract),
  ];
}
