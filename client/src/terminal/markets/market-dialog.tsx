import { MarketList } from './market-list';
import { useTexts } from '../../kit/i18n/use-texts';
import type { MarketRecord } from '../../../../shared/wire/product';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import styles from '../terminal.module.css';

interface MarketDialogProps {
  selectedMarket: MarketRecord;
  onChoose: (market: string) => void;
  onClose: () => void;
}

export function MarketDialog({ selectedMarket, onChoose, onClose }: MarketDialogProps) {
  const { t } = useTexts();
  const choose = (name: string) => {
    onClose();
    onChoose(name);
  };
  return (
    <Dialog title={t('markets.title')} onClose={onClose}>
      <div className={styles.chooser}>
        <MarketList product={selectedMarket.product} chosen={selectedMarket.name} onChoose={choose} />
      </div>
    </Dialog>
  );
}
