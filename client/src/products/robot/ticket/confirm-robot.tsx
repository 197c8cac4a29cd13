import { scaleOf } from '../../../../../shared/rules/units';
import type { RobotProduct } from '../../../../../shared/products/robot/wire';
import { Confirmation } from '../../../entities/order/ticket/confirmation';
import { useRobotWords } from '../api/robot-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import type { Preview, RobotWish } from './robot-draft';
import styles from './robot-form.module.css';

/** Under which a user's wish not to be asked twice is kept. */
export const SKIP_ROBOT_KEY = 'robot.skip-confirmation';

interface ConfirmRobotProps {
  product: RobotProduct;
  wish: RobotWish;
  preview: Preview | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** The robot once more, to the last digit, before it is started. The key is not shown again. */
export function ConfirmRobot({ product, wish, preview, onConfirm, onClose }: ConfirmRobotProps) {
  const { say, numbers } = useTexts();
  const how = useRobotWords();
  const { quote, tick } = product;
  const { amount, grid, lossLimitPpb } = wish;
  const price = (one: string) => `${numbers.fixed(one, scaleOf(tick))} ${quote}`;
  const facts: [string, string][] = [
    [say('robot.amount'), `${numbers.exact(amount)} ${quote}`],
    [say('robot.upper'), price(grid.upper)],
    [say('robot.lower'), price(grid.lower)],
    [say('robot.lines'), String(grid.lines)],
    [say('robot.step'), preview === null ? '–' : price(preview.step)],
    [say('robot.loss_limit'), how.percent(lossLimitPpb)],
  ];
  return (
    <Confirmation
      {...{ facts, onConfirm, onClose, confirm: say('robot.start'), skipKey: SKIP_ROBOT_KEY }}
      title={`${say('robot.start')} · ${how.market(product)}`}
      side="buy"
    >
      <p className={styles.term}>{say('robot.confirm.term')}</p>
    </Confirmation>
  );
}
