import { Copy, Headset } from 'lucide-react';
import { useState } from 'react';
import { useDeskConfig } from '../../kit/entities/config/config-api';
import { useTexts } from '../../kit/i18n/use-texts';
import { useIdle } from '../../kit/lib/hooks/when-idle';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import { IconButton } from '../../kit/ui/controls/icon-button';
import { useCopy } from '../../kit/ui/figures/use-copy';
import styles from './customer-service.module.css';

export function CustomerService() {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  // Waits until the page is idle. Without a configured contact the button is hidden.
  const { online_service: link, custom_line: line, custom_whatsapp: whatsapp } = useDeskConfig({ skip: !useIdle() });
  if (!link && !line && !whatsapp) return null;
  return (
    <>
      <IconButton label={t('service.title')} onClick={() => setOpen(true)}>
        <Headset size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Dialog title={t('service.title')} onClose={() => setOpen(false)}>
          <p className={styles.lead}>{t('service.lead')}</p>
          {link && (
            <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
              {t('service.online')}
            </a>
          )}
          {line && <Copied name={t('service.line')} id={line} />}
          {whatsapp && <Copied name={t('service.whatsapp')} id={whatsapp} />}
        </Dialog>
      )}
    </>
  );
}

/** A click copies the id and confirms it. */
function Copied({ name, id }: { name: string; id: string }) {
  const { t } = useTexts();
  const copy = useCopy();
  return (
    <div className={styles.contact}>
      <span className={styles.name}>{name}</span>
      <button
        type="button"
        className={styles.id}
        aria-label={t('service.copy', { name, id })}
        onClick={() => void copy(id)}
      >
        <span>{id}</span>
        <Copy size={15} aria-hidden="true" />
      </button>
    </div>
  );
}
