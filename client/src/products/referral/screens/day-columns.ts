/** Rebates of one coin by day, including days without any. */
import { dayName } from '../../../../../shared/rules/days';
import type { ReferralDay } from '../../../../../shared/products/referral/wire';

export interface DayColumn {
  /** Day number of `dayOf`. */
  day: number;
  level1: string;
  level2: string;
}

export function columnsOf(days: readonly ReferralDay[], asset: string, first: number, last: number): DayColumn[] {
  const daysByName = new Map(days.filter((one) => one.asset === asset).map((one) => [one.day, one]));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    const { level1 = '0', level2 = '0' } = daysByName.get(dayName(day)) ?? {};
    return { day, level1, level2 };
  });
}
