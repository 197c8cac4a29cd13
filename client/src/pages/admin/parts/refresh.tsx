import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../../shared/i18n/use-texts';
import { IconButton } from '../../../shared/ui/controls/icon-button';

/** Asks anew; `of` names the list where a page has several. */
export function Refresh({ of, onPress }: { of?: string; onPress: () => unknown }) {
  const { say } = useTexts();
  const text = say('staff.refresh');
  return (
    <IconButton label={of === undefined ? text : `${text}: ${of}`} onClick={() => void onPress()}>
      <RefreshCw size={16} aria-hidden="true" />
    </IconButton>
  );
}
