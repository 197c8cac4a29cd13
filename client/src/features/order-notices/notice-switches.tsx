import { useTexts } from '../../shared/i18n/use-texts';
import { useKept } from '../../shared/lib/storage/kept';
import { NOTICE_KINDS, switchOf, type NoticeKind } from './notice';
import styles from './order-notices.module.css';

/** Which of them are wished for: all, until one is switched off. */
export function NoticeSwitches() {
  const { say } = useTexts();
  return (
    <fieldset className={styles.switches}>
      <legend>{say('own.notices.kinds')}</legend>
      {NOTICE_KINDS.map((kind) => (
        <Switch key={kind} kind={kind} />
      ))}
    </fieldset>
  );
}

function Switch({ kind }: { kind: NoticeKind }) {
  const { say } = useTexts();
  const [state, choose] = useKept(switchOf(kind), ['on', 'off']);
  return (
    <label>
      <input
        type="checkbox"
        checked={state === 'on'}
        onChange={({ target }) => choose(target.checked ? 'on' : 'off')}
      />
      {say(`own.notices.kind.${kind}`)}
    </label>
  );
}
