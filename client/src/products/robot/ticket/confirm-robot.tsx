import { scaleOf } from '../../../../../shared/rules/units';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { Confirmation } from '../../../kit/entities/order/ticket/confirmation';
import { useRobotFormat } from '../api/robot-format';
import { useTexts } from '../../../kit/i18n/use-texts';
import type { Preview, RobotRequest } from './robot-draft';
import styles from './robot-form.module.css';

/** Storage key of the setting that skips the confirmation. */
export const SKIP_ROBOT_KEY = 'robot.skip-confirmation';

interface ConfirmRobotProps {
  product: RobotProduct;
  request: RobotRequest;
  preview: Preview | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation of a robot with unrounded figures. The key is not shown again. */
export function ConfirmRobot({ product, request, preview, onConfirm, onClose }: ConfirmRobotProps) {
  const { t, numbers } = useTexts();
  const format = useRobotFormat();
  const { quote, tick } = product;
  const { amount, grid, lossLimitPpb } = request;
  const price = (one: string) => `${numbers.fixed(one, scaleOf(tick))} ${quote}`;
  const details: [string, string][] = [
    [t('robot.amount'), `${numbers.exact(amount)} ${quote}`],
    [t('robot.upper'), price(grid.upper)],
    [t('robot.lower'), price(grid.lower)],
    [t('robot.lines'), String(grid.lines)],
    [t('robot.step'), preview === null ? '–' : price(preview.step)],
    [t('robot.loss_limit'), format.percent(lossLimitPpb)],
  ];
  return (
    <Confirmation
      {...{ details, onConfirm, onClose, confirm: t('robot.start'), skipKey: SKIP_ROBOT_KEY }}
      title={`${t('robot.start')} · ${format.market(product)}`}
      side="buy"
    >
      <p className={styles.term}>{t('robot.confirm.term')}</p>
    </Confirmation>
  );
}
