import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { useDemoUsersQuery } from '../../../entities/demo/demo-api';
import { useShowRobotKeyMutation } from '../api/robot-api';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import { selectUser } from '../../../entities/session/session-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import styles from './robot-form.module.css';

interface SecretKeyFieldProps {
  value: string;
  onChange: (value: string) => void;
  fault: string | undefined;
}

/** As staff issued it. It can be looked at, and no browser keeps it. */
export function SecretKeyField({ value, onChange, fault }: SecretKeyFieldProps) {
  const { say } = useTexts();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const name = say(isShown ? 'robot.key.hide' : 'robot.key.show');
  return (
    <div className={styles.key}>
      <div className={formStyles.field} data-field="secretKey" data-faulty={fault !== undefined}>
        <label>
          <span>{say('robot.key')}</span>
          <input
            type={isShown ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={value}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onChange(target.value)}
          />
        </label>
        <button type="button" className={styles.eye} aria-label={name} title={name} onClick={() => setShown(!isShown)}>
          <Icon size={16} aria-hidden="true" />
        </button>
      </div>
      <p id={`${id}-hint`} className={fault === undefined ? styles.hint : styles.fault} role={fault && 'alert'}>
        {fault ?? say('robot.key.hint')}
      </p>
      <OwnKey onChoose={onChange} />
      <DemoKey onChoose={onChange} />
    </div>
  );
}

/** Shown to whose it is, and to nobody else. It is asked for each time: the page forgets it with the field. */
function OwnKey({ onChoose }: { onChoose: (key: string) => void }) {
  const { say } = useTexts();
  const [show, { data, isLoading }] = useShowRobotKeyMutation();
  const key = data?.key;
  return (
    <p className={styles.hint}>
      {key ? (
        <>
          {say('robot.key.own')}{' '}
          <button type="button" className={styles.demo} onClick={() => onChoose(key)}>
            <code translate="no">{key}</code>
          </button>
        </>
      ) : data ? (
        say('robot.key.unknown')
      ) : (
        <button type="button" className={styles.demo} disabled={isLoading} onClick={() => void show()}>
          {say('robot.key.show_own')}
        </button>
      )}
    </p>
  );
}

/** Nobody of a demo's staff would issue one to its visitors; nothing where there is no demo. */
function DemoKey({ onChoose }: { onChoose: (key: string) => void }) {
  const { say } = useTexts();
  const user = useSelector(selectUser);
  const { data: users = [] } = useDemoUsersQuery();
  const key = users.find(({ email }) => email === user?.email)?.robotKey;
  if (key === undefined) return null;
  return (
    <p className={styles.hint}>
      {say('robot.key.demo')}{' '}
      <button type="button" className={styles.demo} onClick={() => onChoose(key)}>
        <code translate="no">{key}</code>
      </button>
    </p>
  );
}
