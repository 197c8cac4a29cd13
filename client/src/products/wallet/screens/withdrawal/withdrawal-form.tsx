import { useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { chainNameOf } from '../../../../../../shared/rules/chains';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { selectBalancesPosition } from '../../../../entities/balance/balance-slice';
import { withdrawalHindrance, type CoinHindrance } from '../../api/coin-states';
import { ASSETS_REFRESH_MS } from '../../../../entities/wallet/wallet-api';
import { useWithdrawalQuoteQuery } from '../../api/withdrawal-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { including, useFollowed } from '../../../../shared/lib/hooks/use-list';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { ChainChoice } from '../parts/chain-choice';
import { CoinNote } from '../parts/coin-note';
import { Hindrances, hindrancesIn } from './hindrances';
import { LimitLeft } from './limit-left';
import shared from '../parts/wallet.module.css';
import { WithdrawalFields } from './withdrawal-fields';
import { serverNow } from '../../../../shared/stream/server-time';

interface WithdrawalFormProps {
  asset: AssetRecord;
  /** The choice of the asset. */
  children: ReactNode;
}

/** The way out, on the terms that hold for this user now. */
export function WithdrawalForm({ asset: listed, children }: WithdrawalFormProps) {
  const { asset, isFiat, chains } = listed;
  const { say, numbers } = useTexts();
  const [wish, setWish] = useState(chains[0]?.chain ?? null);
  const chain = isFiat ? null : wish;
  // What is available, and what is left of the limit, move with the balances.
  const position = useSelector(selectBalancesPosition);
  const [since, follow] = useState(position);
  const {
    data: latest,
    error,
    isFetching,
    refetch,
  } = useWithdrawalQuoteQuery(
    {
      asset,
      ...(chain === null ? {} : { chain }),
      ...including(since),
    },
    // Staff may change the terms, and announced ones come into force.
    { refetchOnMountOrArgChange: true, pollingInterval: ASSETS_REFRESH_MS },
  );
  useFollowed({ since, follow }, position, isFetching);
  const quote = latest?.asset === asset && latest.chain === chain ? latest : undefined;
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        {chain !== null && (
          <ChainChoice
            options={chains.map((one) => ({
              chain: one.chain,
              name: chainNameOf(one.chain),
              detail: quote?.chain === one.chain ? `${say('wallet.fee')} ${numbers.exact(quote.fee)} ${asset}` : null,
            }))}
            chosen={chain}
            onChoose={setWish}
          />
        )}
        {quote ? (
          <Terms quote={quote} hindrance={withdrawalHindrance(listed)} />
        ) : error && !isFetching ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </div>
      <Heed asset={listed} quote={quote} />
    </div>
  );
}

/** `hindrance` is of the coin, whoever withdraws it. */
function Terms({ quote, hindrance }: { quote: WithdrawalQuote; hindrance: CoinHindrance | null }) {
  const hindrances = hindrancesIn(quote, serverNow());
  return (
    <>
      {hindrance && <CoinNote hindrance={hindrance} />}
      <Hindrances of={hindrances} quote={quote} />
      <WithdrawalFields key={quote.chain} quote={quote} isHindered={hindrance !== null || hindrances.length > 0} />
    </>
  );
}

function Heed({ asset: listed, quote }: { asset: AssetRecord; quote: WithdrawalQuote | undefined }) {
  const { say, sayCount, numbers } = useTexts();
  const { asset, isFiat, pending } = listed;
  return (
    <aside className={shared.notes} aria-labelledby="withdrawal-heed">
      {quote && <LimitLeft quote={quote} />}
      <h2 id="withdrawal-heed">{say('wallet.heed')}</h2>
      <ul>
        {pending.map(({ from, withdrawalFee, withdrawalMin }, index) => (
          <li key={`${from} ${index}`}>
            <b>
              {say('wallet.withdrawal.announced', {
                ...{ time: dateAndTime(from), asset },
                ...{ fee: numbers.exact(withdrawalFee), minimum: numbers.exact(withdrawalMin) },
              })}
            </b>
          </li>
        ))}
        <li>{say(isFiat ? 'wallet.withdrawal.card_text' : 'wallet.withdrawal.address_text')}</li>
        <li>{say(isFiat ? 'wallet.withdrawal.new_card_text' : 'wallet.withdrawal.new_address_text')}</li>
        {quote !== undefined && quote.delayHours > 0 && (
          <li>{sayCount('wallet.withdrawal.delay_text', quote.delayHours)}</li>
        )}
        <li>{say('wallet.withdrawal.change_text')}</li>
        <li>{say('wallet.withdrawal.review_text')}</li>
      </ul>
    </aside>
  );
}
