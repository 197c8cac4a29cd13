import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { useStopRobotMutation } from '../../api/robot-api';
import { useRobotWords } from '../../api/robot-words';
import { wordsOf, type Fault } from '../../../../shared/api/envelope';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Submit } from '../../../../shared/ui/form/submit';
import styles from './manage-robots.module.css';

/** What a stop does is said before it is done. */
export function StopDialog({ robot, onClose }: { robot: Robot; onClose: () => void }) {
  const { say } = useTexts();
  const how = useRobotWords();
  const dispatch = useDispatch();
  const attempt = useAttempt();
  const [stop, { isLoading }] = useStopRobotMutation();
  const [fault, setFault] = useState<Fault | null>(null);
  const { base, quote } = robot;
  const confirmed = async () => {
    const wish = { robot: robot.robot };
    const { error } = await stop({ clientId: attempt.idOf(wish), ...wish });
    setFault(error ?? null);
    if (error) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: 'robot.stopped' }));
    onClose();
  };
  return (
    <Dialog title={`${say('robot.stop')} · ${how.market(robot)}`} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirmed();
        }}
      >
        <p>{say('robot.stop.what', { base, quote })}</p>
        <Facts
          layout="lines"
          facts={[
            [say('robot.held.quote'), how.money(robot.quoteHeld, quote)],
            [say('robot.held.base'), how.money(robot.baseHeld, base)],
          ]}
        />
        <Submit text={say('robot.stop')} isBusy={isLoading} fault={fault && wordsOf(fault)} kind="bad" />
      </form>
    </Dialog>
  );
}
