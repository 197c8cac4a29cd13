import { Download, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { downloadText } from '../../../../../kit/lib/download';
import { PRODUCT_NAME } from '../../../../../kit/lib/product';
import { CopyButton } from './bind-authenticator';
import styles from '../parts/security.module.css';

interface RecoveryCodeListProps {
  codes: readonly string[];
  onSaved: () => void;
}

/** Shown only once, so the user must confirm that the codes are stored. */
export function RecoveryCodeList({ codes, onSaved }: RecoveryCodeListProps) {
  const { t } = useTexts();
  const [isSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form is gone.
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('recovery.title')}
      </h2>
      <p className={styles.note} data-kind="warning">
        <TriangleAlert size={16} aria-hidden="true" />
        {t('recovery.lead')}
      </p>
      <ol className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton text={text} />
        <button
          type="button"
          className={styles.action}
          onClick={() => downloadText('recovery-codes.txt', `${PRODUCT_NAME}\n\n${text}\n`)}
        >
          <Download size={15} aria-hidden="true" />
          {t('recovery.download')}
        </button>
      </div>
      <label className={styles.inline}>
        <input type="checkbox" checked={isSaved} onChange={({ target }) => setSaved(target.checked)} />
        {t('recovery.saved')}
      </label>
      <div>
        <button type="button" className={styles.action} data-kind="main" disabled={!isSaved} onClick={onSaved}>
          {t('recovery.done')}
        </button>
      </div>
    </>
  );
}
