/** Balances below 1 USDT: the choice to convert, the proceeds of each, and why one cannot be converted. */
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { DustCoin, DustPreview } from '../../../../../shared/products/convert/wire';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import { selectIsAway } from '../../../kit/entities/connection/connection-slice';
import { orderBlockOf } from '../../../kit/entities/order/ticket/order-block';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { TicketNote, UnverifiedNote } from '../../../kit/entities/order/ticket/ticket-note';
import { selectUser } from '../../../kit/entities/session/session-slice';
import type { Fault } from '../../../kit/api/envelope';
import { CoinName } from '../../../kit/coins/coin-name';
import { useFaultWords } from '../../../kit/i18n/use-fault-words';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { isUncertain, useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import type { Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Amount } from '../../../kit/ui/figures/amount';
import { Note } from '../../../kit/ui/page/note';
import { Waiting } from '../../../kit/ui/page/waiting';
import { useAcceptDustMutation, useDustPreviewQuery } from '../api/convert-api';
import styles from './dust-list.module.css';

/** Proceeds change with prices, so they are refetched while the page is visible. */
const PREVIEW = { pollingInterval: 10_000, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;

export function DustList() {
  const { data, error, refetch } = useDustPreviewQuery(undefined, PREVIEW);
  return (
    <div className={styles.dust}>{data ? <Preview preview={data} /> : <Waiting error={error} onRetry={refetch} />}</div>
  );
}

function Preview({ preview: { state, usedToday, coins } }: { preview: DustPreview }) {
  const { t } = useTexts();
  const [brought, setBrought] = useState<string | null>(null);
  if (brought !== null) return <Brought amount={brought} />;
  if (state === 'closed') return <Note kind="empty" text={t('convert.dust.closed')} />;
  if (usedToday) return <Note kind="empty" text={t('convert.dust.used')} />;
  if (coins.length === 0) return <Note kind="empty" text={t('convert.dust.empty')} />;
  return <Choice coins={coins} onDone={setBrought} />;
}

function Brought({ amount }: { amount: string }) {
  const { t, numbers } = useTexts();
  return (
    <div className={styles.done} role="status">
      <CircleCheck size={40} aria-hidden="true" />
      <h2>{t('convert.done')}</h2>
      <p className={styles.total} translate="no">
        {numbers.exact(amount)} {VALUE_ASSET}
      </p>
      <p className={styles.small}>{t('convert.dust.used')}</p>
    </div>
  );
}

interface Wish {
  assets: string[];
  /** USDT for all of them. */
  least: string;
}

function Choice({ coins, onDone }: { coins: readonly DustCoin[]; onDone: (received: string) => void }) {
  const { t, numbers } = useTexts();
  const dispatch = useDispatch();
  const attempt = useAttempt('dust');
  const isOffline = useSelector(selectIsAway);
  const block = orderBlockOf(useSelector(selectUser), null);
  const [accept, { isLoading }] = useAcceptDustMutation();
  /** Deselected coins; by default all convertible coins are selected. */
  const [deselectedAssets, setDeselectedAssets] = useState<readonly string[]>([]);
  const [requestError, setRequestError] = useState<Fault | null>(null);
  /** Sent, and its outcome unknown: it is sent again as it is, whatever the prices are by now. */
  const [unsure, setUnsure] = useState<Wish | null>(null);
  const selectedCoins = coins.filter(({ asset, receives }) => receives !== null && !deselectedAssets.includes(asset));
  const assets = selectedCoins.map(({ asset }) => asset);
  const total = sumOf(selectedCoins.map(({ receives }) => receives ?? '0'));
  const min = sumOf(selectedCoins.map((coin) => coin.least ?? '0'));
  const send = async () => {
    const request = unsure ?? { assets, least: min };
    const { data, error } = await accept({ clientId: attempt.idOf(request), ...request });
    setRequestError(error ?? null);
    setUnsure(error && isUncertain(error) ? request : null);
    if (!data) return;
    attempt.accepted();
    const received = data.received ?? total;
    const text = t('convert.dust.done', { amount: `${numbers.exact(received)} ${VALUE_ASSET}` });
    dispatch(toastShown({ kind: 'success', text }));
    onDone(received);
  };
  const selection = {
    keys: assets,
    onChange: (keys: string[]) => {
      setRequestError(null);
      setUnsure(null);
      setDeselectedAssets(coins.map(({ asset }) => asset).filter((asset) => !keys.includes(asset)));
    },
    isBarred: (key: string) => coins.some(({ asset, receives }) => asset === key && receives === null),
  };
  return (
    <>
      <Rows<DustCoin>
        label={t('menu.convert_dust')}
        columns={useColumns()}
        rows={coins}
        keyOf={({ asset }) => asset}
        empty={null}
        selection={selection}
      />
      <div className={styles.foot}>
        <p className={styles.sum}>
          <span>{t('convert.dust.total')}</span>
          <b translate="no">
            {numbers.exact(total)} {VALUE_ASSET}
          </b>
        </p>
        <p className={styles.least}>
          <span>{t('convert.least')}</span>
          <span translate="no">
            {numbers.exact(min)} {VALUE_ASSET}
          </span>
        </p>
        <p className={styles.small}>{t('convert.dust.once')}</p>
        <Notes {...{ error: requestError, isOffline }} block={block} />
        <button
          type="button"
          className={formStyles.send}
          disabled={isLoading || isOffline || assets.length === 0}
          onClick={() => void send()}
        >
          {isLoading ? t('convert.sending') : t('convert.dust.submit', { asset: VALUE_ASSET })}
        </button>
      </div>
    </>
  );
}

interface NotesProps {
  error: Fault | null;
  isOffline: boolean;
  block: string | null;
}

function Notes({ error, isOffline, block }: NotesProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const faultWords = useFaultWords();
  if (isOffline) return <TicketNote kind="bad">{t('place.offline')}</TicketNote>;
  if (error) return <TicketNote kind="bad">{isUncertain(error) ? t('convert.unsure') : faultWords(error)}</TicketNote>;
  if (block === 'account.not.authenticated') return <UnverifiedNote />;
  if (block !== null) return <TicketNote kind="warning">{serverText('code', block)}</TicketNote>;
  return null;
}

function useColumns(): Column<DustCoin>[] {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  return [
    { key: 'asset', title: t('convert.coin'), isFixed: true, render: ({ asset }) => <CoinName symbol={asset} /> },
    {
      ...{ key: 'amount', title: t('convert.amount_of'), isEnd: true },
      render: ({ asset, amount }) => <Amount amount={amount} asset={asset} />,
    },
    {
      ...{ key: 'worth', title: t('convert.dust.worth', { asset: VALUE_ASSET }), isEnd: true },
      render: ({ worth }) => (worth === null ? '–' : numbers.exact(worth)),
    },
    {
      ...{ key: 'receives', title: t('convert.dust.receives', { asset: VALUE_ASSET }), isEnd: true },
      render: ({ asset, receives, refusal }) =>
        receives === null ? (
          <span className={styles.refused}>{refusal === null ? '–' : filled(serverText('code', refusal), asset)}</span>
        ) : (
          numbers.exact(receives)
        ),
    },
  ];
}

/** The server sends only the code. The row provides the coin that its text names. */
function filled(template: string, asset: string): string {
  const params: Readonly<Record<string, string>> = { asset, from: asset, to: VALUE_ASSET };
  return template.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => params[name] ?? '');
}
