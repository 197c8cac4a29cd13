import { useTexts } from '../../kit/i18n/use-texts';
import { usePreference } from '../../kit/lib/storage/preferences';
import { NOTICE_KINDS, switchOf, type NoticeKind } from './notice';
import styles from './order-notices.module.css';

/** Switches per kind of notice; all are on by default. */
export function NoticeSwitches() {
  const { t } = useTexts();
  return (
    <fieldset className={styles.switches}>
      <legend>{t('own.notices.kinds')}</legend>
      {NOTICE_KINDS.map((kind) => (
        <Switch key={kind} kind={kind} />
      ))}
    </fieldset>
  );
}

function Switch({ kind }: { kind: NoticeKind }) {
  const { t } = useTexts();
  const [state, choose] = usePreference(switchOf(kind), ['on', 'off']);
  return (
    <label>
      <input
        type="checkbox"
        checked={state === 'on'}
        onChange={({ target }) => choose(target.checked ? 'on' : 'off')}
      />
      {t(`own.notices.kind.${kind}`)}
    </label>
  );
}
