import { useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { chainNameOf } from '../../../../../../shared/rules/chains';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { selectBalancesPosition } from '../../../../kit/entities/balance/balance-slice';
import { withdrawalBlock, type CoinBlock } from '../../api/coin-states';
import { ASSETS_REFRESH_MS } from '../../../../kit/entities/wallet/wallet-api';
import { useWithdrawalQuoteQuery } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { minPositionQuery, useFollowPosition } from '../../../../kit/lib/hooks/use-list';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { ChainChoice } from '../parts/chain-choice';
import { CoinNote } from '../parts/coin-note';
import { WithdrawalBlocks, withdrawalBlocksIn } from './withdrawal-blocks';
import { LimitLeft } from './limit-left';
import shared from '../parts/wallet.module.css';
import { WithdrawalFields } from './withdrawal-fields';
import { serverNow } from '../../../../kit/stream/server-time';

interface WithdrawalFormProps {
  asset: AssetRecord;
  /** Choice of the asset. */
  children: ReactNode;
}

/** Withdrawal form with the terms that apply to this user now. */
export function WithdrawalForm({ asset: assetRecord, children }: WithdrawalFormProps) {
  const { asset, isFiat, chains } = assetRecord;
  const { t, numbers } = useTexts();
  const [requestedChain, setRequestedChain] = useState(chains[0]?.chain ?? null);
  const chain = isFiat ? null : requestedChain;
  // Available balance and remaining limit change with the balances.
  const position = useSelector(selectBalancesPosition);
  const [since, follow] = useState(position);
  const {
    data: latestQuote,
    error,
    isFetching,
    refetch,
  } = useWithdrawalQuoteQuery(
    {
      asset,
      ...(chain === null ? {} : { chain }),
      ...minPositionQuery(since),
    },
    // Staff can change the terms, and announced changes take effect.
    { refetchOnMountOrArgChange: true, pollingInterval: ASSETS_REFRESH_MS },
  );
  useFollowPosition({ since, follow }, position, isFetching);
  const quote = latestQuote?.asset === asset && latestQuote.chain === chain ? latestQuote : undefined;
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        {chain !== null && (
          <ChainChoice
            options={chains.map((one) => ({
              chain: one.chain,
              name: chainNameOf(one.chain),
              detail: quote?.chain === one.chain ? `${t('wallet.fee')} ${numbers.exact(quote.fee)} ${asset}` : null,
            }))}
            selected={chain}
            onChoose={setRequestedChain}
          />
        )}
        {quote ? (
          <Terms quote={quote} hindrance={withdrawalBlock(assetRecord)} />
        ) : error && !isFetching ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </div>
      <WithdrawalWarning asset={assetRecord} quote={quote} />
    </div>
  );
}

/** `hindrance` is a restriction of the coin, for all users. */
function Terms({ quote, hindrance: block }: { quote: WithdrawalQuote; hindrance: CoinBlock | null }) {
  const hindrances = withdrawalBlocksIn(quote, serverNow());
  return (
    <>
      {block && <CoinNote hindrance={block} />}
      <WithdrawalBlocks blocks={hindrances} quote={quote} />
      <WithdrawalFields key={quote.chain} quote={quote} isHindered={block !== null || hindrances.length > 0} />
    </>
  );
}

function WithdrawalWarning({ asset: assetRecord, quote }: { asset: AssetRecord; quote: WithdrawalQuote | undefined }) {
  const { t, tCount, numbers } = useTexts();
  const { asset, isFiat, pending } = assetRecord;
  return (
    <aside className={shared.notes} aria-labelledby="withdrawal-heed">
      {quote && <LimitLeft quote={quote} />}
      <h2 id="withdrawal-heed">{t('wallet.heed')}</h2>
      <ul>
        {pending.map(({ from, withdrawalFee, withdrawalMin }, index) => (
          <li key={`${from} ${index}`}>
            <b>
              {t('wallet.withdrawal.announced', {
                ...{ time: dateAndTime(from), asset },
                ...{ fee: numbers.exact(withdrawalFee), minimum: numbers.exact(withdrawalMin) },
              })}
            </b>
          </li>
        ))}
        <li>{t(isFiat ? 'wallet.withdrawal.card_text' : 'wallet.withdrawal.address_text')}</li>
        <li>{t(isFiat ? 'wallet.withdrawal.new_card_text' : 'wallet.withdrawal.new_address_text')}</li>
        {quote !== undefined && quote.delayHours > 0 && (
          <li>{tCount('wallet.withdrawal.delay_text', quote.delayHours)}</li>
        )}
        <li>{t('wallet.withdrawal.change_text')}</li>
        <li>{t('wallet.withdrawal.review_text')}</li>
      </ul>
    </aside>
  );
}
