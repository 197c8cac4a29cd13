import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectIsLogin } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Button } from '../../../../kit/ui/controls/button';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import { FeedbackForm } from './feedback-form';
import styles from './feedback.module.css';
import { OwnFeedback } from './own-feedback';
import { Head } from '../reading';
import reading from '../reading.module.css';

export function FeedbackPage() {
  const { t } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const [sentId, setSentId] = useState<string | null>(null);
  return (
    <section className={reading.page}>
      <Head title={t('footer.feedback')} lead={t('feedback.lead')} />
      {sentId === null ? <FeedbackForm onSent={setSentId} /> : <Thanks id={sentId} onAgain={() => setSentId(null)} />}
      {isLogin && <OwnFeedback />}
    </section>
  );
}

function Thanks({ id, onAgain }: { id: string; onAgain: () => void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form had the focus and is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.thanks} role="status">
      <h2 ref={heading} tabIndex={-1}>
        {t('feedback.thanks')}
      </h2>
      <p>
        <TextWithFact text="feedback.number" params={{ id }} />
      </p>
      <Button onClick={onAgain}>{t('feedback.again')}</Button>
    </div>
  );
}
