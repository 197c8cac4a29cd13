import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { reloadWithTyped } from '../../shared/lib/storage/typed-kept';
import { useNewVersion } from '../../shared/lib/version';
import { Button } from '../../shared/ui/controls/button';
import { IconButton } from '../../shared/ui/controls/icon-button';
import styles from './new-version.module.css';

/** Nobody's page is loaded anew under their hands: it says that there is something newer, and waits. */
export function NewVersion() {
  const { say } = useTexts();
  const isNew = useNewVersion();
  const [isPutOff, setPutOff] = useState(false);
  if (!isNew || isPutOff) return null;
  return (
    <div className={styles.bar} role="status">
      <p>{say('version.new')}</p>
      <Button onClick={() => reloadWithTyped()}>{say('page.reload')}</Button>
      <IconButton label={say('page.close')} onClick={() => setPutOff(true)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
