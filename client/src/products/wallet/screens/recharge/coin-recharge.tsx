import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { RechargeAddress, RechargeChain } from '../../../../../../shared/products/wallet/chains';
import { useRechargeAddressQuery } from '../../../../entities/recharge/recharge-api';
import type { CoinHindrance } from '../../api/coin-states';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { CopyButton } from '../../../../shared/ui/figures/copy-button';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { QrCode } from '../../../../shared/ui/figures/qr-code';
import { Said } from '../../../../shared/ui/said';
import { ChainChoice } from '../parts/chain-choice';
import { CoinNote } from '../parts/coin-note';
import styles from './coin-recharge.module.css';
import { Faucet } from './faucet';
import shared from '../parts/wallet.module.css';

interface CoinRechargeProps {
  asset: string;
  /** The networks that bring it; at least one. */
  chains: readonly RechargeChain[];
  /** Why nothing is to be sent at present. */
  hindrance: CoinHindrance | null;
  /** The choice of the coin. */
  children: ReactNode;
}

/** A network, the user's own address on it, and what to heed. */
export function CoinRecharge({ asset, chains, hindrance, children }: CoinRechargeProps) {
  const { say, sayCount, numbers } = useTexts();
  const [wish, setWish] = useState(chains[0].chain);
  const chosen = chains.find(({ chain }) => chain === wish) ?? chains[0];
  const { data, error, isFetching, refetch } = useRechargeAddressQuery(
    { asset, chain: chosen.chain },
    { skip: hindrance !== null },
  );
  const address = data?.chain === chosen.chain && data.asset === asset ? data : undefined;
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        <ChainChoice
          options={chains.map(({ chain, chainName, minimum, confirmations }) => ({
            chain,
            name: chainName,
            detail: `${say('wallet.recharge.from', { amount: numbers.exact(minimum), asset })} · ${sayCount('wallet.confirmations', confirmations)}`,
          }))}
          chosen={chosen.chain}
          onChoose={setWish}
        />
        {hindrance ? (
          <CoinNote hindrance={hindrance} />
        ) : address ? (
          <Address address={address} />
        ) : error && !isFetching ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
        {hindrance === null && chosen.simulated && chosen.faucetMaximum !== null && (
          <Faucet key={chosen.chain} chain={chosen} maximum={chosen.faucetMaximum} />
        )}
      </div>
      <Heed chain={chosen} />
    </div>
  );
}

function Address({ address: { asset, chainName, address, uri } }: { address: RechargeAddress }) {
  const { say } = useTexts();
  return (
    <div className={styles.address}>
      <QrCode text={uri} label={say('wallet.recharge.qr', { asset, network: chainName })} />
      <div className={styles.words}>
        <p className={shared.muted}>{say('wallet.recharge.address', { asset, network: chainName })}</p>
        <p className={styles.line}>
          <code translate="no">{address}</code>
          <CopyButton text={address} label={say('wallet.address')} />
        </p>
      </div>
    </div>
  );
}

function Heed({ chain }: { chain: RechargeChain }) {
  const { say, sayCount, numbers } = useTexts();
  const { asset, chainName, minimum, confirmations, simulated } = chain;
  return (
    <aside className={shared.notes} aria-labelledby="recharge-heed">
      <h2 id="recharge-heed">{say('wallet.heed')}</h2>
      <ul>
        {simulated && (
          <li>
            <b>{say('wallet.recharge.simulated')}</b>
          </li>
        )}
        <li>{say('wallet.recharge.only', { asset, network: chainName })}</li>
        {isEther(chain) && (
          <li>
            <b>{say('wallet.recharge.plain_only')}</b>
          </li>
        )}
        <li>
          <Said text="wallet.recharge.minimum_text" facts={{ amount: numbers.exact(minimum), asset }} />
        </li>
        <li>{sayCount('wallet.recharge.confirmations_text', confirmations)}</li>
        <li>
          {say('wallet.recharge.account_text')} <Link to="/accountSet/transfer">{say('wallet.menu.transfer')}</Link>
        </li>
      </ul>
    </aside>
  );
}

/** What a contract sends on leaves no transaction of its own in a block, so nobody sees it come. */
function isEther({ asset, chain }: Pick<RechargeChain, 'asset' | 'chain'>): boolean {
  return asset === 'ETH' && chain === 'ERC20';
}
