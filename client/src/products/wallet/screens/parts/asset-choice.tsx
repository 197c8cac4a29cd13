import { useSearchParams } from 'react-router';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { CoinName } from '../../../../kit/coins/coin-name';
import { Combobox } from '../../../../kit/ui/form/fields/combobox';
import styles from './wallet.module.css';

interface AssetChoiceProps {
  assets: readonly string[];
  selected: string | null;
  onChoose: (asset: string) => void;
}

export function AssetChoice({ assets, selected, onChoose }: AssetChoiceProps) {
  const { t } = useTexts();
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{t('assets.asset')}</span>
      <Combobox
        aria-label={t('assets.asset')}
        size="large"
        value={selected ?? undefined}
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

/** The asset named in the address if it is listed, else the first. A choice changes the address. */
export function useAssetInAddress(assets: readonly string[]): [string | null, (asset: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const requestedAsset = parameters.get('asset');
  const selectedAsset = assets.find((asset) => asset === requestedAsset) ?? assets[0] ?? null;
  return [selectedAsset, (asset) => setParameters({ asset }, { replace: true })];
}
