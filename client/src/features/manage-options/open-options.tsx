import { X } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OptionRules } from '../../../../shared/wire/option';
import type { OpenOption } from '../../../../shared/wire/option-stream';
import { useCancelOptionMutation } from '../../entities/option/option-api';
import { selectOptionsLiveness, useOpenOptions } from '../../entities/option/option-slice';
import {
  elapsedPart,
  isCancelable,
  nextAt,
  paidIf,
  standingOf,
  statusAt,
  type Standing,
} from '../../entities/option/standing';
import { useDurationWords } from '../../entities/option/use-duration-words';
import { selectIsLogin } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { newClientId } from '../../shared/lib/use-attempt';
import { useServerTime } from '../../shared/stream/server-time';
import type { Column } from '../../shared/ui/data-table/columns';
import { Rows } from '../../shared/ui/data-table/rows';
import { Note } from '../../shared/ui/note';
import { RowAct } from '../../shared/ui/row-act';
import styles from './manage-options.module.css';
import { useOptionWords } from './option-words';

interface OpenOptionsListProps {
  rules: OptionRules | undefined;
  /** Of the index now; null where the page does not follow it. */
  priceOf: (symbol: string) => string | null;
  density: 'page' | 'panel';
}

/** What is open, with what it would come to if it ended now. */
export function OpenOptionsList({ rules, priceOf, density }: OpenOptionsListProps) {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const contracts = useOpenOptions();
  const liveness = useSelector(selectOptionsLiveness);
  const columns = useOpenColumns(rules, priceOf);
  if (!isLogin) return <Note kind="empty" text={say('option.none.visitor')} />;
  if (!contracts && liveness.phase === 'stale')
    return <Note kind="error" text={liveness.fault ?? say('stream.unreachable')} />;
  return (
    <Rows<OpenOption>
      label={say('option.tab.open')}
      columns={columns}
      rows={contracts && [...contracts].reverse()}
      keyOf={({ contract }) => contract}
      empty={<Note kind="empty" text={say('option.none.open')} />}
      density={density}
    />
  );
}

function useOpenColumns(rules: OptionRules | undefined, priceOf: (symbol: string) => string | null) {
  const { say } = useTexts();
  const how = useOptionWords();
  const durationWords = useDurationWords();
  const columns: Column<OpenOption>[] = [
    { key: 'product', title: say('option.product'), isFixed: true, render: (row) => how.product(row) },
    {
      key: 'status',
      title: say('option.status'),
      isFixed: true,
      render: (row) => <StatusShown contract={row} price={priceOf(row.symbol)} />,
    },
    {
      key: 'left',
      title: say('option.left'),
      isEnd: true,
      render: (row) => <LeftShown contract={row} duration={durationWords(row.durationMs)} />,
    },
    { key: 'stake', title: say('option.stake'), isEnd: true, render: ({ stake, asset }) => how.money(stake, asset) },
    {
      key: 'entry',
      title: say('option.entry'),
      isEnd: true,
      render: ({ symbol, entry }) => how.price(symbol, entry?.price),
    },
    {
      key: 'index',
      title: say('index.title'),
      isEnd: true,
      render: ({ symbol, hit }) => how.price(symbol, hit?.price ?? priceOf(symbol)),
    },
    {
      key: 'levels',
      title: say('option.levels.short'),
      isEnd: true,
      render: ({ symbol, takeProfit, stopLoss }) =>
        takeProfit === null && stopLoss === null
          ? '–'
          : `${how.price(symbol, takeProfit)} / ${how.price(symbol, stopLoss)}`,
    },
    {
      key: 'payout',
      title: say('option.payout'),
      isEnd: true,
      render: ({ payoutNet, asset }) => how.money(payoutNet, asset),
    },
    {
      key: 'now',
      title: say('option.if_now'),
      isEnd: true,
      render: (row) => {
        const standing = standingOf(row, priceOf(row.symbol));
        return standing === null ? '–' : how.money(paidIf(row, standing), row.asset);
      },
    },
    { key: 'bought', title: say('option.bought_at'), render: ({ boughtAt }) => dateAndTime(boughtAt) },
  ];
  const act: Column<OpenOption> = {
    key: 'act',
    title: '',
    isFixed: true,
    isEnd: true,
    render: (row) => <CancelAct contract={row} cancelBeforeMs={rules?.cancelBeforeMs ?? 0} />,
  };
  return [...columns, act];
}

const SIGN: Readonly<Record<Standing, 'up' | 'down' | 'level'>> = { winning: 'up', losing: 'down', level: 'level' };

/** Winning and losing are told by a word as well as by a colour, and not by the colours of up and down. */
function StatusShown({ contract, price }: { contract: OpenOption; price: string | null }) {
  const { say } = useTexts();
  const status = statusAt(contract, useServerTime());
  const standing = standingOf(contract, price);
  return (
    <span className={styles.two}>
      <span>{say(`option.status.${status}`)}</span>
      {standing !== null && (
        <span className={styles.standing} data-standing={standing} data-sign={SIGN[standing]}>
          {say(`option.standing.${standing}`)}
        </span>
      )}
    </span>
  );
}

/** Minutes and seconds until what comes next, and how much of the duration has gone. */
function LeftShown({ contract, duration }: { contract: OpenOption; duration: string }) {
  const { say } = useTexts();
  const now = useServerTime();
  const status = statusAt(contract, now);
  if (status === 'settling') return <span>{say('option.settling')}</span>;
  const part = elapsedPart(contract, now);
  return (
    <span className={styles.two}>
      <b>
        <time>{leftWords(nextAt(contract, now) - now)}</time>
      </b>
      {status === 'holding' ? (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${part * 100}%` }} />
        </span>
      ) : (
        <small>{duration}</small>
      )}
    </span>
  );
}

/** `0:59`, and with hours `1:05:09`; never below nothing. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Only one with a set start, and not in the last seconds before it. */
function CancelAct({ contract, cancelBeforeMs }: { contract: OpenOption; cancelBeforeMs: number }) {
  const { say } = useTexts();
  const now = useServerTime();
  const [cancel, { isLoading }] = useCancelOptionMutation();
  if (!isCancelable(contract, now, cancelBeforeMs)) return null;
  return (
    <RowAct
      icon={X}
      name={say('option.cancel')}
      disabled={isLoading}
      onClick={() => void cancel({ clientId: newClientId(), contract: contract.contract })}
    />
  );
}
