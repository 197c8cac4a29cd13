import { X } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OptionRules } from '../../../../../../shared/products/option/wire';
import type { OpenOption } from '../../../../../../shared/products/option/stream';
import { useCancelOptionMutation } from '../../../../entities/option/option-api';
import { selectOptionsLiveness, useOpenOptions } from '../../api/option-slice';
import { elapsedPart, isCancelable, nextAt, paidIf, standingOf, statusAt, type Standing } from '../../api/standing';
import { useDurationWords } from '../../../../entities/option/use-duration-words';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { newClientId } from '../../../../shared/lib/hooks/use-attempt';
import { useServerTime } from '../../../../shared/stream/server-time';
import { figure, fixed, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Note } from '../../../../shared/ui/page/note';
import { RowAct } from '../../../../shared/ui/lists/row-act';
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
  const columns = useOpenColumns(rules, priceOf).filter(({ key }) => key !== 'levels' || contracts?.some(hasLevels));
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

/** A column that is empty in every row takes the room of those that are not. */
function hasLevels({ takeProfit, stopLoss }: OpenOption): boolean {
  return takeProfit !== null || stopLoss !== null;
}

function useOpenColumns(rules: OptionRules | undefined, priceOf: (symbol: string) => string | null) {
  const { say } = useTexts();
  const how = useOptionWords();
  const durationWords = useDurationWords();
  const columns: Column<OpenOption>[] = [
    fixed('product', say('option.product'), (row) => how.product(row)),
    fixed('status', say('option.status'), (row) => <StatusShown contract={row} price={priceOf(row.symbol)} />),
    figure('left', say('option.left'), (row) => <LeftShown contract={row} duration={durationWords(row.durationMs)} />),
    figure('stake', say('option.stake'), ({ stake, asset }) => how.money(stake, asset)),
    figure('entry', say('option.entry'), ({ symbol, entry }) => how.price(symbol, entry?.price)),
    figure('index', say('index.title'), ({ symbol, hit }) => how.price(symbol, hit?.price ?? priceOf(symbol))),
    figure('levels', say('option.levels.short'), ({ symbol, takeProfit, stopLoss }) =>
      takeProfit === null && stopLoss === null
        ? '–'
        : `${how.price(symbol, takeProfit)} / ${how.price(symbol, stopLoss)}`,
    ),
    figure('payout', say('option.payout'), ({ payoutNet, asset }) => how.money(payoutNet, asset)),
    figure('now', say('option.if_now'), (row) => {
      const standing = standingOf(row, priceOf(row.symbol));
      return standing === null ? '–' : how.money(paidIf(row, standing), row.asset);
    }),
    timeColumn('bought', say('option.bought_at'), ({ boughtAt }) => boughtAt),
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
