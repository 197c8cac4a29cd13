import { X } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OptionRules } from '../../../../../../shared/products/option/wire';
import type { OpenOption } from '../../../../../../shared/products/option/stream';
import { useCancelOptionMutation } from '../../api/option-api';
import { selectOptionsLiveness, useOpenOptions } from '../../api/option-slice';
import {
  elapsedPart,
  isCancelable,
  nextChangeAt,
  payoutIf,
  standingOf,
  statusAt,
  type Standing,
} from '../../api/standing';
import { useDurationWords } from '../../api/use-duration-words';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { newClientId } from '../../../../kit/lib/hooks/use-attempt';
import { useServerTime } from '../../../../kit/stream/server-time';
import { figure, fixed, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Note } from '../../../../kit/ui/page/note';
import { RowAct } from '../../../../kit/ui/lists/row-act';
import styles from './manage-options.module.css';
import { useOptionFormat } from './option-format';

interface OpenOptionsListProps {
  rules: OptionRules | undefined;
  /** Current index; null if the page does not follow it. */
  priceOf: (symbol: string) => string | null;
  density: 'page' | 'panel';
}

/** Open contracts, each with its payout at the current index. */
export function OpenOptionsList({ rules, priceOf, density }: OpenOptionsListProps) {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const contracts = useOpenOptions();
  const liveness = useSelector(selectOptionsLiveness);
  const columns = useOpenColumns(rules, priceOf).filter(({ key }) => key !== 'levels' || contracts?.some(hasLevels));
  if (!isLogin) return <Note kind="empty" text={t('option.none.visitor')} />;
  if (!contracts && liveness.phase === 'stale')
    return <Note kind="error" text={liveness.fault ?? t('stream.unreachable')} />;
  return (
    <Rows<OpenOption>
      label={t('option.tab.open')}
      columns={columns}
      rows={contracts && [...contracts].reverse()}
      keyOf={({ contract }) => contract}
      empty={<Note kind="empty" text={t('option.none.open')} />}
      density={density}
    />
  );
}

/** The column is left out if all its cells are empty. */
function hasLevels({ takeProfit, stopLoss }: OpenOption): boolean {
  return takeProfit !== null || stopLoss !== null;
}

function useOpenColumns(rules: OptionRules | undefined, priceOf: (symbol: string) => string | null) {
  const { t } = useTexts();
  const format = useOptionFormat();
  const durationWords = useDurationWords();
  const columns: Column<OpenOption>[] = [
    fixed('product', t('option.product'), (row) => format.product(row)),
    fixed('status', t('option.status'), (row) => <StatusShown contract={row} price={priceOf(row.symbol)} />),
    figure('left', t('option.left'), (row) => <LeftShown contract={row} duration={durationWords(row.durationMs)} />),
    figure('stake', t('option.stake'), ({ stake, asset }) => format.money(stake, asset)),
    figure('entry', t('option.entry'), ({ symbol, entry }) => format.price(symbol, entry?.price)),
    figure('index', t('index.title'), ({ symbol, hit }) => format.price(symbol, hit?.price ?? priceOf(symbol))),
    figure('levels', t('option.levels.short'), ({ symbol, takeProfit, stopLoss }) =>
      takeProfit === null && stopLoss === null
        ? '–'
        : `${format.price(symbol, takeProfit)} / ${format.price(symbol, stopLoss)}`,
    ),
    figure('payout', t('option.payout'), ({ payoutNet, asset }) => format.money(payoutNet, asset)),
    figure('now', t('option.if_now'), (row) => {
      const currentOutcome = standingOf(row, priceOf(row.symbol));
      return currentOutcome === null ? '–' : format.money(payoutIf(row, currentOutcome), row.asset);
    }),
    timeColumn('bought', t('option.bought_at'), ({ boughtAt }) => boughtAt),
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

/** Shows winning and losing with a word besides the colour; the colours differ from up and down. */
function StatusShown({ contract, price }: { contract: OpenOption; price: string | null }) {
  const { t } = useTexts();
  const status = statusAt(contract, useServerTime());
  const currentOutcome = standingOf(contract, price);
  return (
    <span className={styles.two}>
      <span>{t(`option.status.${status}`)}</span>
      {currentOutcome !== null && (
        <span className={styles.standing} data-standing={currentOutcome} data-sign={SIGN[currentOutcome]}>
          {t(`option.standing.${currentOutcome}`)}
        </span>
      )}
    </span>
  );
}

/** Time until the next event, and the elapsed part of the duration. */
function LeftShown({ contract, duration }: { contract: OpenOption; duration: string }) {
  const { t } = useTexts();
  const now = useServerTime();
  const status = statusAt(contract, now);
  if (status === 'settling') return <span>{t('option.settling')}</span>;
  const elapsedShare = elapsedPart(contract, now);
  return (
    <span className={styles.two}>
      <b>
        <time>{leftWords(nextChangeAt(contract, now) - now)}</time>
      </b>
      {status === 'holding' ? (
        <span className={styles.bar} aria-hidden="true">
          <i style={{ width: `${elapsedShare * 100}%` }} />
        </span>
      ) : (
        <small>{duration}</small>
      )}
    </span>
  );
}

/** `0:59`, or `1:05:09` with hours; never negative. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Shown only while the contract can be cancelled. */
function CancelAct({ contract, cancelBeforeMs }: { contract: OpenOption; cancelBeforeMs: number }) {
  const { t } = useTexts();
  const now = useServerTime();
  const [cancel, { isLoading }] = useCancelOptionMutation();
  if (!isCancelable(contract, now, cancelBeforeMs)) return null;
  return (
    <RowAct
      icon={X}
      name={t('option.cancel')}
      disabled={isLoading}
      onClick={() => void cancel({ clientId: newClientId(), contract: contract.contract })}
    />
  );
}
