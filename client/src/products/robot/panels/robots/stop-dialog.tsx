import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { useStopRobotMutation } from '../../api/robot-api';
import { useRobotFormat } from '../../api/robot-format';
import { faultMessage, type Fault } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Submit } from '../../../../kit/ui/form/submit';
import styles from './manage-robots.module.css';

/** Explains the effect of a stop before it is confirmed. */
export function StopDialog({ robot, onClose }: { robot: Robot; onClose: () => void }) {
  const { t } = useTexts();
  const format = useRobotFormat();
  const dispatch = useDispatch();
  const attempt = useAttempt();
  const [stop, { isLoading }] = useStopRobotMutation();
  const [stopError, setStopError] = useState<Fault | null>(null);
  const { base, quote } = robot;
  const confirmed = async () => {
    const request = { robot: robot.robot };
    const { error } = await stop({ clientId: attempt.idOf(request), ...request });
    setStopError(error ?? null);
    if (error) return;
    attempt.accepted();
    dispatch(toastShown({ kind: 'success', key: 'robot.stopped' }));
    onClose();
  };
  return (
    <Dialog title={`${t('robot.stop')} · ${format.market(robot)}`} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirmed();
        }}
      >
        <p>{t('robot.stop.what', { base, quote })}</p>
        <Facts
          layout="lines"
          details={[
            [t('robot.held.quote'), format.money(robot.quoteHeld, quote)],
            [t('robot.held.base'), format.money(robot.baseHeld, base)],
          ]}
        />
        <Submit text={t('robot.stop')} isBusy={isLoading} formError={stopError && faultMessage(stopError)} kind="bad" />
      </form>
    </Dialog>
  );
}
