import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { RechargeAddress, RechargeChain } from '../../../../../../shared/products/wallet/chains';
import { useRechargeAddressQuery } from '../../../../kit/entities/recharge/recharge-api';
import type { CoinBlock } from '../../api/coin-states';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { CopyButton } from '../../../../kit/ui/figures/copy-button';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { QrCode } from '../../../../kit/ui/figures/qr-code';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import { ChainChoice } from '../parts/chain-choice';
import { CoinNote } from '../parts/coin-note';
import styles from './coin-recharge.module.css';
import { Faucet } from './faucet';
import shared from '../parts/wallet.module.css';

interface CoinRechargeProps {
  asset: string;
  /** Networks of the coin; at least one. */
  chains: readonly RechargeChain[];
  /** Reason why nothing can be sent at present. */
  block: CoinBlock | null;
  /** Choice of the coin. */
  children: ReactNode;
}

/** Network, the user's address on it, and warnings. */
export function CoinRecharge({ asset, chains, block, children }: CoinRechargeProps) {
  const { t, tCount, numbers } = useTexts();
  const [requestedChain, setRequestedChain] = useState(chains[0].chain);
  const selectedChain = chains.find(({ chain }) => chain === requestedChain) ?? chains[0];
  const { data, error, isFetching, refetch } = useRechargeAddressQuery(
    { asset, chain: selectedChain.chain },
    { skip: block !== null },
  );
  const address = data?.chain === selectedChain.chain && data.asset === asset ? data : undefined;
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        <ChainChoice
          options={chains.map(({ chain, chainName, minimum, confirmations }) => ({
            chain,
            name: chainName,
            detail: `${t('wallet.recharge.from', { amount: numbers.exact(minimum), asset })} · ${tCount('wallet.confirmations', confirmations)}`,
          }))}
          selected={selectedChain.chain}
          onChoose={setRequestedChain}
        />
        {block ? (
          <CoinNote hindrance={block} />
        ) : address ? (
          <Address address={address} />
        ) : error && !isFetching ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
        {block === null && selectedChain.simulated && selectedChain.faucetMaximum !== null && (
          <Faucet key={selectedChain.chain} chain={selectedChain} maximum={selectedChain.faucetMaximum} />
        )}
      </div>
      <DepositWarning chain={selectedChain} />
    </div>
  );
}

function Address({ address: { asset, chainName, address, uri } }: { address: RechargeAddress }) {
  const { t } = useTexts();
  return (
    <div className={styles.address}>
      <QrCode text={uri} label={t('wallet.recharge.qr', { asset, network: chainName })} />
      <div className={styles.words}>
        <p className={shared.muted}>{t('wallet.recharge.address', { asset, network: chainName })}</p>
        <p className={styles.line}>
          <code translate="no">{address}</code>
          <CopyButton text={address} label={t('wallet.address')} />
        </p>
      </div>
    </div>
  );
}

function DepositWarning({ chain }: { chain: RechargeChain }) {
  const { t, tCount, numbers } = useTexts();
  const { asset, chainName, minimum, confirmations, simulated } = chain;
  return (
    <aside className={shared.notes} aria-labelledby="recharge-heed">
      <h2 id="recharge-heed">{t('wallet.heed')}</h2>
      <ul>
        {simulated && (
          <li>
            <b>{t('wallet.recharge.simulated')}</b>
          </li>
        )}
        <li>{t('wallet.recharge.only', { asset, network: chainName })}</li>
        {isEther(chain) && (
          <li>
            <b>{t('wallet.recharge.plain_only')}</b>
          </li>
        )}
        <li>
          <TextWithFact text="wallet.recharge.minimum_text" params={{ amount: numbers.exact(minimum), asset }} />
        </li>
        <li>{tCount('wallet.recharge.confirmations_text', confirmations)}</li>
        <li>
          {t('wallet.recharge.account_text')} <Link to="/accountSet/transfer">{t('wallet.menu.transfer')}</Link>
        </li>
      </ul>
    </aside>
  );
}

/** ETH sent by a contract has no transaction of its own in a block, so it is not detected. */
function isEther({ asset, chain }: Pick<RechargeChain, 'asset' | 'chain'>): boolean {
  return asset === 'ETH' && chain === 'ERC20';
}
