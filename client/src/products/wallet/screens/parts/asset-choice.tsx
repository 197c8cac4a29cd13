import { useSearchParams } from 'react-router';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { CoinName } from '../../../../shared/coins/coin-name';
import { Combobox } from '../../../../shared/ui/form/fields/combobox';
import styles from './wallet.module.css';

interface AssetChoiceProps {
  assets: readonly string[];
  chosen: string | null;
  onChoose: (asset: string) => void;
}

export function AssetChoice({ assets, chosen, onChoose }: AssetChoiceProps) {
  const { say } = useTexts();
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{say('assets.asset')}</span>
      <Combobox
        aria-label={say('assets.asset')}
        size="large"
        value={chosen ?? undefined}
        options={assets.map((asset) => ({
          value: asset,
          text: asset,
          label: <CoinName symbol={asset} />,
        }))}
        onChange={(asset) => asset !== undefined && onChoose(asset)}
      />
    </div>
  );
}

/** The asset that the address of the page names, if it is one of these; else the first. Another choice is another address. */
export function useAssetInAddress(assets: readonly string[]): [string | null, (asset: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get('asset');
  const chosen = assets.find((asset) => asset === named) ?? assets[0] ?? null;
  return [chosen, (asset) => setParameters({ asset }, { replace: true })];
}
