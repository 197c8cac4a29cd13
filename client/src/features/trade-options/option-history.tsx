import { Link } from 'react-router';
import { useSelector } from 'react-redux';
import type { SettledOption } from '../../../../shared/wire/option-stream';
import type { OPTION_SORTS } from '../../../../shared/wire/option';
import { useOptionHistoryQuery } from '../../entities/option/option-api';
import { selectOptionsPosition } from '../../entities/option/options-slice';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { dateAndTime } from '../../shared/lib/format';
import { useFollowed, useList } from '../../shared/lib/use-list';
import { QueryList } from '../../shared/ui/query-list';
import styles from './option.module.css';
import { useOptionWords } from './option-words';

/** The user's settled contracts, newest first, each with the proof of how it was settled. */
export function OptionHistory() {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const how = useOptionWords();
  const position = useSelector(selectOptionsPosition);
  const list = useList<object, (typeof OPTION_SORTS)[number]>(position, 10);
  const asked = useOptionHistoryQuery(list.request, { refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  return (
    <QueryList<SettledOption>
      {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      name="option.history"
      label={say('option.history')}
      columns={[
        {
          key: 'time',
          title: say('orderlist.time'),
          isFixed: true,
          sortBy: 'time',
          render: ({ settledAt }) => dateAndTime(settledAt),
        },
        {
          key: 'symbol',
          title: say('option.index'),
          isFixed: true,
          sortBy: 'symbol',
          render: ({ symbol, direction, durationMs }) => (
            <>
              <b>{how.label(symbol)}</b>{' '}
              <span data-direction={direction}>
                {how.direction(direction)} {how.duration(durationMs)}
              </span>
            </>
          ),
        },
        {
          key: 'stake',
          title: say('option.stake'),
          isEnd: true,
          sortBy: 'stake',
          render: ({ stake, asset }) => how.money(stake, asset),
        },
        {
          key: 'entry',
          title: say('option.entry'),
          isEnd: true,
          render: ({ symbol, entry }) => how.price(symbol, entry?.price ?? null),
        },
        {
          key: 'end',
          title: say('option.end'),
          isEnd: true,
          render: ({ symbol, settledBy }) => how.price(symbol, settledBy?.price ?? null),
        },
        {
          key: 'outcome',
          title: say('option.outcome'),
          isFixed: true,
          render: ({ end, reason }) =>
            reason === null
              ? say(`option.outcome.${end}`)
              : `${say(`option.outcome.${end}`)} · ${words('reason', reason)}`,
        },
        {
          key: 'result',
          title: say('option.result'),
          isEnd: true,
          isFixed: true,
          sortBy: 'result',
          render: ({ result, asset }) => (
            <span data-direction={signOf(result)}>
              {numbers.exact(result)} {asset}
            </span>
          ),
        },
        {
          key: 'certificate',
          title: say('option.proof'),
          render: ({ contract }) => (
            <Link className={styles.proof} to={`/certificate?contract=${contract}`}>
              {say('option.proof.show')}
            </Link>
          ),
        },
      ]}
      keyOf={({ contract }) => contract}
      empty={say('option.none_settled')}
    />
  );
}
