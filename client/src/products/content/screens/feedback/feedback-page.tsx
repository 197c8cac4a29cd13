import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectIsLogin } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Button } from '../../../../shared/ui/controls/button';
import { Said } from '../../../../shared/ui/said';
import { FeedbackForm } from './feedback-form';
import styles from './feedback.module.css';
import { OwnFeedback } from './own-feedback';
import { Head } from '../reading';
import reading from '../reading.module.css';

export function FeedbackPage() {
  const { say } = useTexts();
  const isLogin = useSelector(selectIsLogin);
  const [sentId, setSentId] = useState<string | null>(null);
  return (
    <section className={reading.page}>
      <Head title={say('footer.feedback')} lead={say('feedback.lead')} />
      {sentId === null ? <FeedbackForm onSent={setSentId} /> : <Thanks id={sentId} onAgain={() => setSentId(null)} />}
      {isLogin && <OwnFeedback />}
    </section>
  );
}

function Thanks({ id, onAgain }: { id: string; onAgain: () => void }) {
  const { say } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone and with it the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.thanks} role="status">
      <h2 ref={heading} tabIndex={-1}>
        {say('feedback.thanks')}
      </h2>
      <p>
        <Said text="feedback.number" facts={{ id }} />
      </p>
      <Button onClick={onAgain}>{say('feedback.again')}</Button>
    </div>
  );
}
