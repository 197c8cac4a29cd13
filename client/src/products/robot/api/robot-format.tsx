/** Text formats of the robot screens. */
import type { ReactNode } from 'react';
import type { Robot } from '../../../../../shared/products/robot/wire';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { useTexts } from '../../../kit/i18n/use-texts';
import { signOf } from '../../../kit/lib/numbers/amount';
import { Amount } from '../../../kit/ui/figures/amount';

const PPB_SCALE = 9;

export function useRobotFormat() {
  const { t, numbers } = useTexts();
  return {
    market: ({ base, quote }: Pick<Robot, 'base' | 'quote'>): string => `${base}/${quote}`,
    percent: (ppb: number): string => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0),
    price: (price: string | null, tick: string): string =>
      price === null ? '–' : numbers.fixed(price, Math.max(scaleOf(tick), 0)),
    money: (amount: string | null, asset: string): ReactNode =>
      amount === null ? (
        '–'
      ) : (
        <span style={{ whiteSpace: 'nowrap' }}>
          <Amount amount={amount} asset={asset} /> {asset}
        </span>
      ),
    signed: (amount: string | null, asset: string): ReactNode =>
      amount === null ? (
        '–'
      ) : (
        <span data-direction={signOf(amount)} style={{ whiteSpace: 'nowrap' }}>
          <Amount amount={amount} asset={asset} isSigned /> {asset}
        </span>
      ),
    /** Status, with the reason if stopped. */
    status: ({ status, reason }: Pick<Robot, 'status' | 'reason'>): string =>
      reason === null ? t(`robot.status.${status}`) : `${t(`robot.status.${status}`)}: ${t(`robot.stop.${reason}`)}`,
  };
}
