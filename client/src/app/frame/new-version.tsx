import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { reloadKeepingInput } from '../../kit/lib/storage/saved-input';
import { useNewVersion } from '../../kit/lib/version';
import { Button } from '../../kit/ui/controls/button';
import { IconButton } from '../../kit/ui/controls/icon-button';
import styles from './new-version.module.css';

/** Offers a reload when a new version exists. It never reloads by itself, to keep the user's input. */
export function NewVersion() {
  const { t } = useTexts();
  const isNew = useNewVersion();
  const [isPutOff, setPutOff] = useState(false);
  if (!isNew || isPutOff) return null;
  return (
    <div className={styles.bar} role="status">
      <p>{t('version.new')}</p>
      <Button onClick={() => reloadKeepingInput()}>{t('page.reload')}</Button>
      <IconButton label={t('page.close')} onClick={() => setPutOff(true)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
