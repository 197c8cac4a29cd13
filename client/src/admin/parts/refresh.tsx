import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../kit/i18n/use-texts';
import { IconButton } from '../../kit/ui/controls/icon-button';

/** Refetches. `listName` names the list if the page has several. */
export function Refresh({ listName, onPress }: { listName?: string; onPress: () => unknown }) {
  const { t } = useTexts();
  const text = t('staff.refresh');
  return (
    <IconButton label={listName === undefined ? text : `${text}: ${listName}`} onClick={() => void onPress()}>
      <RefreshCw size={16} aria-hidden="true" />
    </IconButton>
  );
}
