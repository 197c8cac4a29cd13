import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../kit/i18n/use-texts';
import { IconButton } from '../../kit/ui/controls/icon-button';

/** Refetches. `of` names the list if the page has several. */
export function Refresh({ of, onPress }: { of?: string; onPress: () => unknown }) {
  const { t } = useTexts();
  const text = t('staff.refresh');
  return (
    <IconButton label={of === undefined ? text : `${text}: ${of}`} onClick={() => void onPress()}>
      <RefreshCw size={16} aria-hidden="true" />
    </IconButton>
  );
}
