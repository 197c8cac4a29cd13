import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { useDemoUsersQuery } from '../../../kit/entities/demo/demo-api';
import { useShowRobotKeyMutation } from '../api/robot-api';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { selectUser } from '../../../kit/entities/session/session-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './robot-form.module.css';

interface SecretKeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Input for the key issued by staff. The user can reveal it, and browsers do not store it. */
export function SecretKeyField({ value, onChange, error }: SecretKeyFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const name = t(isShown ? 'robot.key.hide' : 'robot.key.show');
  return (
    <div className={styles.key}>
      <div className={formStyles.field} data-field="secretKey" data-faulty={error !== undefined}>
        <label>
          <span>{t('robot.key')}</span>
          <input
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={value}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
        <button type="button" className={styles.eye} aria-label={name} title={name} onClick={() => setShown(!isShown)}>
          <Icon size={16} aria-hidden="true" />
        </button>
      </div>
      <p id={`${id}-hint`} className={error === undefined ? styles.hint : styles.fault} role={error && 'alert'}>
        {error ?? t('robot.key.hint')}
      </p>
      <OwnKey onChoose={onChange} />
      <DemoKey onChoose={onChange} />
    </div>
  );
}

/** Shows the user's own key on request. It is not cached and is gone when the field unmounts. */
function OwnKey({ onChoose }: { onChoose: (key: string) => void }) {
  const { t } = useTexts();
  const [show, { data, isLoading }] = useShowRobotKeyMutation();
  const key = data?.key;
  return (
    <p className={styles.hint}>
      {key ? (
        <>
          {t('robot.key.own')}{' '}
          <button type="button" className={styles.demo} onClick={() => onChoose(key)}>
            <code translate="no">{key}</code>
          </button>
        </>
      ) : data ? (
        t('robot.key.unknown')
      ) : (
        <button type="button" className={styles.demo} disabled={isLoading} onClick={() => void show()}>
          {t('robot.key.show_own')}
        </button>
      )}
    </p>
  );
}

/** In a demo no staff issue keys, so the visitor's key is shown. Renders nothing outside a demo. */
function DemoKey({ onChoose }: { onChoose: (key: string) => void }) {
  const { t } = useTexts();
  const user = useSelector(selectUser);
  const { data: users = [] } = useDemoUsersQuery();
  const key = users.find(({ email }) => email === user?.email)?.robotKey;
  if (key === undefined) return null;
  return (
    <p className={styles.hint}>
      {t('robot.key.demo')}{' '}
      <button type="button" className={styles.demo} onClick={() => onChoose(key)}>
        <code translate="no">{key}</code>
      </button>
    </p>
  );
}
