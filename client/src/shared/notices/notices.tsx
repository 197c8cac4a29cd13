import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../i18n/use-texts';
import { NOTICE_MS, noticeFaded, selectNotices, type Notice } from './notices-slice';
import styles from './notices.module.css';

/** Above everything, in a place of its own, so that nothing on the page moves. */
export function Notices() {
  const notices = useSelector(selectNotices);
  return (
    <div className={styles.notices} role="status" aria-live="polite">
      {notices.map((notice) => (
        <Shown key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Shown({ notice }: { notice: Notice }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const { id } = notice;
  useEffect(() => {
    const timer = setTimeout(() => dispatch(noticeFaded(id)), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [dispatch, id]);
  return (
    <p className={styles.notice} data-kind={notice.kind}>
      {'key' in notice ? say(notice.key) : notice.text}
    </p>
  );
}
