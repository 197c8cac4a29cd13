/** How screens of robots say what they say. */
import type { ReactNode } from 'react';
import type { Robot } from '../../../../../shared/products/robot/wire';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { useTexts } from '../../../shared/i18n/use-texts';
import { signOf } from '../../../shared/lib/numbers/amount';
import { Amount } from '../../../shared/ui/figures/amount';

const PPB_SCALE = 9;

export function useRobotWords() {
  const { say, numbers } = useTexts();
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
          <Amount of={amount} asset={asset} /> {asset}
        </span>
      ),
    signed: (amount: string | null, asset: string): ReactNode =>
      amount === null ? (
        '–'
      ) : (
        <span data-direction={signOf(amount)} style={{ whiteSpace: 'nowrap' }}>
          <Amount of={amount} asset={asset} isSigned /> {asset}
        </span>
      ),
    /** Where it stands, and why it stopped. */
    status: ({ status, reason }: Pick<Robot, 'status' | 'reason'>): string =>
      reason === null
        ? say(`robot.status.${status}`)
        : `${say(`robot.status.${status}`)}: ${say(`robot.stop.${reason}`)}`,
  };
}
