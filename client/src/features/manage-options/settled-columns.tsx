/** What a list of settled second contracts says of each. */
import { Link } from 'react-router';
import type { SettledOption } from '../../../../shared/wire/option-stream';
import { useDurationWords } from '../../entities/option/use-duration-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { useOptionWords } from './option-words';

export function useSettledColumns(): Column<SettledOption>[] {
  const { say } = useTexts();
  const how = useOptionWords();
  const durationWords = useDurationWords();
  return [
    {
      key: 'time',
      title: say('option.settled_at'),
      isFixed: true,
      sortBy: 'time',
      render: ({ settledAt }) => dateAndTime(settledAt),
    },
    {
      key: 'product',
      title: say('option.product'),
      isFixed: true,
      sortBy: 'symbol',
      render: (row) => how.product(row),
    },
    { key: 'end', title: say('option.result'), render: (row) => how.end(row) },
    {
      key: 'stake',
      title: say('option.stake'),
      isEnd: true,
      sortBy: 'stake',
      render: ({ stake, asset }) => how.money(stake, asset),
    },
    {
      key: 'duration',
      title: say('option.duration'),
      isEnd: true,
      sortBy: 'duration',
      render: ({ durationMs }) => durationWords(durationMs),
    },
    {
      key: 'entry',
      title: say('option.entry'),
      isEnd: true,
      render: ({ symbol, entry }) => how.price(symbol, entry?.price),
    },
    {
      key: 'settled',
      title: say('option.settled_by'),
      isEnd: true,
      render: ({ symbol, settledBy }) => how.price(symbol, settledBy?.price),
    },
    { key: 'paid', title: say('option.paid'), isEnd: true, render: ({ paid, asset }) => how.money(paid, asset) },
    { key: 'fee', title: say('option.fee'), isEnd: true, render: ({ fee, asset }) => how.money(fee, asset) },
    {
      key: 'result',
      title: say('option.profit'),
      isEnd: true,
      sortBy: 'result',
      render: ({ result, asset }) => how.signed(result, asset),
    },
    {
      key: 'start',
      title: say('option.start'),
      render: ({ startsAt }) => (startsAt === null ? say('option.timing.now') : dateAndTime(startsAt)),
    },
    { key: 'bought', title: say('option.bought_at'), render: ({ boughtAt }) => dateAndTime(boughtAt) },
    {
      key: 'proof',
      title: say('option.proof'),
      render: ({ contract }) => <Link to={`/certificate?contract=${contract}`}>{say('option.proof.show')}</Link>,
    },
    { key: 'number', title: say('option.number'), render: ({ contract }) => contract },
  ];
}
